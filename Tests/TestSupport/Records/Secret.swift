/// A value that tests bind and store: no error and no trace may show it.
package let secret = "hunter2"
