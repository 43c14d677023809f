#ifndef QUARRY_CONSTANTS_H
#define QUARRY_CONSTANTS_H

/// The numbers of SQLite's C interface, under the names its documentation uses. They are fixed for all versions
/// (https://www.sqlite.org/c3ref/constlist.html); which ones a library knows depends on its version.

// Result codes. https://www.sqlite.org/rescode.html
#define SQLITE_OK         0
#define SQLITE_ERROR      1
#define SQLITE_INTERNAL   2
#define SQLITE_PERM       3
#define SQLITE_ABORT      4
#define SQLITE_BUSY       5
#define SQLITE_LOCKED     6
#define SQLITE_NOMEM      7
#define SQLITE_READONLY   8
#define SQLITE_INTERRUPT  9
#define SQLITE_IOERR      10
#define SQLITE_CORRUPT    11
#define SQLITE_NOTFOUND   12
#define SQLITE_FULL       13
#define SQLITE_CANTOPEN   14
#define SQLITE_PROTOCOL   15
#define SQLITE_EMPTY      16
#define SQLITE_SCHEMA     17
#define SQLITE_TOOBIG     18
#define SQLITE_CONSTRAINT 19
#define SQLITE_MISMATCH   20
#define SQLITE_MISUSE     21
#define SQLITE_NOLFS      22
#define SQLITE_AUTH       23
#define SQLITE_FORMAT     24
#define SQLITE_RANGE      25
#define SQLITE_NOTADB     26
#define SQLITE_NOTICE     27
#define SQLITE_WARNING    28
#define SQLITE_ROW        100
#define SQLITE_DONE       101

// Extended result codes.
#define SQLITE_ERROR_MISSING_COLLSEQ   (SQLITE_ERROR | (1 << 8))
#define SQLITE_ERROR_RETRY             (SQLITE_ERROR | (2 << 8))
#define SQLITE_ERROR_SNAPSHOT          (SQLITE_ERROR | (3 << 8))
#define SQLITE_IOERR_READ              (SQLITE_IOERR | (1 << 8))
#define SQLITE_IOERR_SHORT_READ        (SQLITE_IOERR | (2 << 8))
#define SQLITE_IOERR_WRITE             (SQLITE_IOERR | (3 << 8))
#define SQLITE_IOERR_FSYNC             (SQLITE_IOERR | (4 << 8))
#define SQLITE_IOERR_DIR_FSYNC         (SQLITE_IOERR | (5 << 8))
#define SQLITE_IOERR_TRUNCATE          (SQLITE_IOERR | (6 << 8))
#define SQLITE_IOERR_FSTAT             (SQLITE_IOERR | (7 << 8))
#define SQLITE_IOERR_UNLOCK            (SQLITE_IOERR | (8 << 8))
#define SQLITE_IOERR_RDLOCK            (SQLITE_IOERR | (9 << 8))
#define SQLITE_IOERR_DELETE            (SQLITE_IOERR | (10 << 8))
#define SQLITE_IOERR_BLOCKED           (SQLITE_IOERR | (11 << 8))
#define SQLITE_IOERR_NOMEM             (SQLITE_IOERR | (12 << 8))
#define SQLITE_IOERR_ACCESS            (SQLITE_IOERR | (13 << 8))
#define SQLITE_IOERR_CHECKRESERVEDLOCK (SQLITE_IOERR | (14 << 8))
#define SQLITE_IOERR_LOCK              (SQLITE_IOERR | (15 << 8))
#define SQLITE_IOERR_CLOSE             (SQLITE_IOERR | (16 << 8))
#define SQLITE_IOERR_DIR_CLOSE         (SQLITE_IOERR | (17 << 8))
#define SQLITE_IOERR_SHMOPEN           (SQLITE_IOERR | (18 << 8))
#define SQLITE_IOERR_SHMSIZE           (SQLITE_IOERR | (19 << 8))
#define SQLITE_IOERR_SHMLOCK           (SQLITE_IOERR | (20 << 8))
#define SQLITE_IOERR_SHMMAP            (SQLITE_IOERR | (21 << 8))
#define SQLITE_IOERR_SEEK              (SQLITE_IOERR | (22 << 8))
#define SQLITE_IOERR_DELETE_NOENT      (SQLITE_IOERR | (23 << 8))
#define SQLITE_IOERR_MMAP              (SQLITE_IOERR | (24 << 8))
#define SQLITE_IOERR_GETTEMPPATH       (SQLITE_IOERR | (25 << 8))
#define SQLITE_IOERR_CONVPATH          (SQLITE_IOERR | (26 << 8))
#define SQLITE_IOERR_VNODE             (SQLITE_IOERR | (27 << 8))
#define SQLITE_IOERR_AUTH              (SQLITE_IOERR | (28 << 8))
#define SQLITE_IOERR_BEGIN_ATOMIC      (SQLITE_IOERR | (29 << 8))
#define SQLITE_IOERR_COMMIT_ATOMIC     (SQLITE_IOERR | (30 << 8))
#define SQLITE_IOERR_ROLLBACK_ATOMIC   (SQLITE_IOERR | (31 << 8))
#define SQLITE_IOERR_DATA              (SQLITE_IOERR | (32 << 8))
#define SQLITE_IOERR_CORRUPTFS         (SQLITE_IOERR | (33 << 8))
#define SQLITE_LOCKED_SHAREDCACHE      (SQLITE_LOCKED | (1 << 8))
#define SQLITE_LOCKED_VTAB             (SQLITE_LOCKED | (2 << 8))
#define SQLITE_BUSY_RECOVERY           (SQLITE_BUSY | (1 << 8))
#define SQLITE_BUSY_SNAPSHOT           (SQLITE_BUSY | (2 << 8))
#define SQLITE_BUSY_TIMEOUT            (SQLITE_BUSY | (3 << 8))
#define SQLITE_CANTOPEN_NOTEMPDIR      (SQLITE_CANTOPEN | (1 << 8))
#define SQLITE_CANTOPEN_ISDIR          (SQLITE_CANTOPEN | (2 << 8))
#define SQLITE_CANTOPEN_FULLPATH       (SQLITE_CANTOPEN | (3 << 8))
#define SQLITE_CANTOPEN_CONVPATH       (SQLITE_CANTOPEN | (4 << 8))
#define SQLITE_CANTOPEN_DIRTYWAL       (SQLITE_CANTOPEN | (5 << 8))
#define SQLITE_CANTOPEN_SYMLINK        (SQLITE_CANTOPEN | (6 << 8))
#define SQLITE_CORRUPT_VTAB            (SQLITE_CORRUPT | (1 << 8))
#define SQLITE_CORRUPT_SEQUENCE        (SQLITE_CORRUPT | (2 << 8))
#define SQLITE_CORRUPT_INDEX           (SQLITE_CORRUPT | (3 << 8))
#define SQLITE_READONLY_RECOVERY       (SQLITE_READONLY | (1 << 8))
#define SQLITE_READONLY_CANTLOCK       (SQLITE_READONLY | (2 << 8))
#define SQLITE_READONLY_ROLLBACK       (SQLITE_READONLY | (3 << 8))
#define SQLITE_READONLY_DBMOVED        (SQLITE_READONLY | (4 << 8))
#define SQLITE_READONLY_CANTINIT       (SQLITE_READONLY | (5 << 8))
#define SQLITE_READONLY_DIRECTORY      (SQLITE_READONLY | (6 << 8))
#define SQLITE_ABORT_ROLLBACK          (SQLITE_ABORT | (2 << 8))
#define SQLITE_CONSTRAINT_CHECK        (SQLITE_CONSTRAINT | (1 << 8))
#define SQLITE_CONSTRAINT_COMMITHOOK   (SQLITE_CONSTRAINT | (2 << 8))
#define SQLITE_CONSTRAINT_FOREIGNKEY   (SQLITE_CONSTRAINT | (3 << 8))
#define SQLITE_CONSTRAINT_FUNCTION     (SQLITE_CONSTRAINT | (4 << 8))
#define SQLITE_CONSTRAINT_NOTNULL      (SQLITE_CONSTRAINT | (5 << 8))
#define SQLITE_CONSTRAINT_PRIMARYKEY   (SQLITE_CONSTRAINT | (6 << 8))
#define SQLITE_CONSTRAINT_TRIGGER      (SQLITE_CONSTRAINT | (7 << 8))
#define SQLITE_CONSTRAINT_UNIQUE       (SQLITE_CONSTRAINT | (8 << 8))
#define SQLITE_CONSTRAINT_VTAB         (SQLITE_CONSTRAINT | (9 << 8))
#define SQLITE_CONSTRAINT_ROWID        (SQLITE_CONSTRAINT | (10 << 8))
#define SQLITE_CONSTRAINT_PINNED       (SQLITE_CONSTRAINT | (11 << 8))
#define SQLITE_CONSTRAINT_DATATYPE     (SQLITE_CONSTRAINT | (12 << 8))
#define SQLITE_AUTH_USER               (SQLITE_AUTH | (1 << 8))

// Flags of open_v2. https://www.sqlite.org/c3ref/c_open_autoproxy.html
#define SQLITE_OPEN_READONLY     0x00000001
#define SQLITE_OPEN_READWRITE    0x00000002
#define SQLITE_OPEN_CREATE       0x00000004
#define SQLITE_OPEN_URI          0x00000040
#define SQLITE_OPEN_MEMORY       0x00000080
#define SQLITE_OPEN_NOMUTEX      0x00008000
#define SQLITE_OPEN_FULLMUTEX    0x00010000
#define SQLITE_OPEN_SHAREDCACHE  0x00020000
#define SQLITE_OPEN_PRIVATECACHE 0x00040000
#define SQLITE_OPEN_NOFOLLOW     0x01000000
#define SQLITE_OPEN_EXRESCODE    0x02000000

// Flags of prepare_v3. https://www.sqlite.org/c3ref/c_prepare_normalize.html
#define SQLITE_PREPARE_PERSISTENT 0x01
#define SQLITE_PREPARE_NORMALIZE  0x02
#define SQLITE_PREPARE_NO_VTAB    0x04

// Storage classes. https://www.sqlite.org/c3ref/c_blob.html
#define SQLITE_INTEGER 1
#define SQLITE_FLOAT   2
#define SQLITE_TEXT    3
#define SQLITE_BLOB    4
#define SQLITE_NULL    5

// Text encodings and flags of SQL functions. https://www.sqlite.org/c3ref/c_deterministic.html
#define SQLITE_UTF8           1
#define SQLITE_UTF16LE        2
#define SQLITE_UTF16BE        3
#define SQLITE_UTF16          4
#define SQLITE_DETERMINISTIC  0x000000800
#define SQLITE_DIRECTONLY     0x000080000
#define SQLITE_SUBTYPE        0x000100000
#define SQLITE_INNOCUOUS      0x000200000
#define SQLITE_RESULT_SUBTYPE 0x001000000

// Limits of a connection. https://www.sqlite.org/c3ref/c_limit_attached.html
#define SQLITE_LIMIT_LENGTH              0
#define SQLITE_LIMIT_SQL_LENGTH          1
#define SQLITE_LIMIT_COLUMN              2
#define SQLITE_LIMIT_EXPR_DEPTH          3
#define SQLITE_LIMIT_COMPOUND_SELECT     4
#define SQLITE_LIMIT_VDBE_OP             5
#define SQLITE_LIMIT_FUNCTION_ARG        6
#define SQLITE_LIMIT_ATTACHED            7
#define SQLITE_LIMIT_LIKE_PATTERN_LENGTH 8
#define SQLITE_LIMIT_VARIABLE_NUMBER     9
#define SQLITE_LIMIT_TRIGGER_DEPTH       10
#define SQLITE_LIMIT_WORKER_THREADS      11

// Options of config and db_config. https://www.sqlite.org/c3ref/c_config_covering_index_scan.html
#define SQLITE_CONFIG_SINGLETHREAD            1
#define SQLITE_CONFIG_MULTITHREAD             2
#define SQLITE_CONFIG_SERIALIZED              3
#define SQLITE_CONFIG_MEMSTATUS               9
#define SQLITE_CONFIG_LOG                     16
#define SQLITE_CONFIG_URI                     17
#define SQLITE_CONFIG_MMAP_SIZE               22
#define SQLITE_DBCONFIG_MAINDBNAME            1000
#define SQLITE_DBCONFIG_LOOKASIDE             1001
#define SQLITE_DBCONFIG_ENABLE_FKEY           1002
#define SQLITE_DBCONFIG_ENABLE_TRIGGER        1003
#define SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER 1004
#define SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION 1005
#define SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE      1006
#define SQLITE_DBCONFIG_ENABLE_QPSG           1007
#define SQLITE_DBCONFIG_TRIGGER_EQP           1008
#define SQLITE_DBCONFIG_RESET_DATABASE        1009
#define SQLITE_DBCONFIG_DEFENSIVE             1010
#define SQLITE_DBCONFIG_WRITABLE_SCHEMA       1011
#define SQLITE_DBCONFIG_LEGACY_ALTER_TABLE    1012
#define SQLITE_DBCONFIG_DQS_DML               1013
#define SQLITE_DBCONFIG_DQS_DDL               1014
#define SQLITE_DBCONFIG_ENABLE_VIEW           1015
#define SQLITE_DBCONFIG_LEGACY_FILE_FORMAT    1016
#define SQLITE_DBCONFIG_TRUSTED_SCHEMA        1017
#define SQLITE_DBCONFIG_STMT_SCANSTATUS       1018
#define SQLITE_DBCONFIG_REVERSE_SCANORDER     1019

// Counters of a connection and of a statement. https://www.sqlite.org/c3ref/c_dbstatus_options.html
#define SQLITE_DBSTATUS_LOOKASIDE_USED      0
#define SQLITE_DBSTATUS_CACHE_USED          1
#define SQLITE_DBSTATUS_SCHEMA_USED         2
#define SQLITE_DBSTATUS_STMT_USED           3
#define SQLITE_DBSTATUS_LOOKASIDE_HIT       4
#define SQLITE_DBSTATUS_LOOKASIDE_MISS_SIZE 5
#define SQLITE_DBSTATUS_LOOKASIDE_MISS_FULL 6
#define SQLITE_DBSTATUS_CACHE_HIT           7
#define SQLITE_DBSTATUS_CACHE_MISS          8
#define SQLITE_DBSTATUS_CACHE_WRITE         9
#define SQLITE_DBSTATUS_DEFERRED_FKS        10
#define SQLITE_DBSTATUS_CACHE_USED_SHARED   11
#define SQLITE_DBSTATUS_CACHE_SPILL         12
#define SQLITE_STMTSTATUS_FULLSCAN_STEP     1
#define SQLITE_STMTSTATUS_SORT              2
#define SQLITE_STMTSTATUS_AUTOINDEX         3
#define SQLITE_STMTSTATUS_VM_STEP           4
#define SQLITE_STMTSTATUS_REPREPARE         5
#define SQLITE_STMTSTATUS_RUN               6
#define SQLITE_STMTSTATUS_FILTER_MISS       7
#define SQLITE_STMTSTATUS_FILTER_HIT        8
#define SQLITE_STMTSTATUS_MEMUSED           99

// Events of trace_v2. https://www.sqlite.org/c3ref/c_trace.html
#define SQLITE_TRACE_STMT    0x01
#define SQLITE_TRACE_PROFILE 0x02
#define SQLITE_TRACE_ROW     0x04
#define SQLITE_TRACE_CLOSE   0x08

// Answers and actions of the authorizer; SQLITE_INSERT, _UPDATE and _DELETE are those of the update hook too.
// https://www.sqlite.org/c3ref/c_alter_table.html
#define SQLITE_DENY                1
#define SQLITE_IGNORE              2
#define SQLITE_CREATE_INDEX        1
#define SQLITE_CREATE_TABLE        2
#define SQLITE_CREATE_TEMP_INDEX   3
#define SQLITE_CREATE_TEMP_TABLE   4
#define SQLITE_CREATE_TEMP_TRIGGER 5
#define SQLITE_CREATE_TEMP_VIEW    6
#define SQLITE_CREATE_TRIGGER      7
#define SQLITE_CREATE_VIEW         8
#define SQLITE_DELETE              9
#define SQLITE_DROP_INDEX          10
#define SQLITE_DROP_TABLE          11
#define SQLITE_DROP_TEMP_INDEX     12
#define SQLITE_DROP_TEMP_TABLE     13
#define SQLITE_DROP_TEMP_TRIGGER   14
#define SQLITE_DROP_TEMP_VIEW      15
#define SQLITE_DROP_TRIGGER        16
#define SQLITE_DROP_VIEW           17
#define SQLITE_INSERT              18
#define SQLITE_PRAGMA              19
#define SQLITE_READ                20
#define SQLITE_SELECT              21
#define SQLITE_TRANSACTION         22
#define SQLITE_UPDATE              23
#define SQLITE_ATTACH              24
#define SQLITE_DETACH              25
#define SQLITE_ALTER_TABLE         26
#define SQLITE_REINDEX             27
#define SQLITE_ANALYZE             28
#define SQLITE_CREATE_VTABLE       29
#define SQLITE_DROP_VTABLE         30
#define SQLITE_FUNCTION            31
#define SQLITE_SAVEPOINT           32
#define SQLITE_RECURSIVE           33

// Transaction states. https://www.sqlite.org/c3ref/c_txn_none.html
#define SQLITE_TXN_NONE  0
#define SQLITE_TXN_READ  1
#define SQLITE_TXN_WRITE 2

// Kinds of checkpoint. https://www.sqlite.org/c3ref/c_checkpoint_full.html
#define SQLITE_CHECKPOINT_PASSIVE  0
#define SQLITE_CHECKPOINT_FULL     1
#define SQLITE_CHECKPOINT_RESTART  2
#define SQLITE_CHECKPOINT_TRUNCATE 3

// Flags of serialize and deserialize. https://www.sqlite.org/c3ref/c_deserialize_freeonclose.html
#define SQLITE_SERIALIZE_NOCOPY        0x001
#define SQLITE_DESERIALIZE_FREEONCLOSE 1
#define SQLITE_DESERIALIZE_RESIZEABLE  2
#define SQLITE_DESERIALIZE_READONLY    4

// Operations of file_control. https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html
#define SQLITE_FCNTL_CHUNK_SIZE          6
#define SQLITE_FCNTL_FILE_POINTER        7
#define SQLITE_FCNTL_PERSIST_WAL         10
#define SQLITE_FCNTL_POWERSAFE_OVERWRITE 13
#define SQLITE_FCNTL_VFSNAME             12
#define SQLITE_FCNTL_HAS_MOVED           20
#define SQLITE_FCNTL_MMAP_SIZE           18
#define SQLITE_FCNTL_DATA_VERSION        35
#define SQLITE_FCNTL_SIZE_LIMIT          36
#define SQLITE_FCNTL_RESERVE_BYTES       38

#endif
