#!/usr/bin/env python3
"""An authorization server on loopback, made of Authlib and Flask, which signs its one user in without a question.

usage: serve-authlib.py

It listens on a free port, prints it, and ends when its input ends. Its client is "app" with the redirect URI
http://127.0.0.1:4711/signed-in; refresh tokens are replaced when they are used, and a code or a refresh token that comes
twice ends everything that came of it. "/expire" lets all access tokens expire; "/counts" tells how often tokens were asked for.
"""

import os
import sys
import threading
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9207 import IssuerParameter
from authlib.oidc.core import UserInfo
from authlib.oidc.core.grants import OpenIDCode
from flask import Flask, jsonify, request
from joserfc.jwk import KeySet, RSAKey
from werkzeug.serving import make_server

REDIRECT = "http://127.0.0.1:4711/signed-in"
SCOPES = {"openid", "profile", "email"}


class User:
    name = "ada"

    def get_user_id(self):
        return "01HQ8Z4V7Y2M3N5P6Q7R8S9T0V"


class Client(ClientMixin):
    def get_client_id(self):
        return "app"

    def get_default_redirect_uri(self):
        return REDIRECT

    def get_allowed_scope(self, scope):
        return " ".join(part for part in (scope or "").split() if part in SCOPES)

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == REDIRECT

    def check_client_secret(self, client_secret):
        return False

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


class Code(AuthorizationCodeMixin):
    def __init__(self, code, payload, challenge):
        self.code, self.code_challenge, self.code_challenge_method = code, challenge, "S256"
        self.redirect_uri, self.scope, self.nonce = payload.redirect_uri, payload.scope, payload.data.get("nonce")
        self.expiry, self.is_used, self.family = time.time() + 300, False, object()

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return None

    def get_acr(self):
        return None

    def get_amr(self):
        return None


class Token(TokenMixin):
    def __init__(self, token, family):
        self.access, self.refresh = token["access_token"], token.get("refresh_token")
        self.scope, self.life, self.family = token["scope"], token["expires_in"], family
        self.expiry, self.is_ended = time.time() + self.life, False

    def check_client(self, client):
        return client.get_client_id() == "app"

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.life

    def is_expired(self):
        return time.time() >= self.expiry

    def is_revoked(self):
        return self.is_ended

    def get_user(self):
        return USER

    def get_client(self):
        return CLIENT


USER, CLIENT = User(), Client()
KEYS = KeySet([RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)])
LOCK = threading.RLock()
codes, tokens, counts = {}, [], {}


def end(family):
    for token in tokens:
        if token.family is family:
            token.is_ended = True


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(code, request.payload, request.payload.data.get("code_challenge"))

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        if found and found.is_used:
            end(found.family)
        return found if found and not found.is_used and found.expiry > time.time() else None

    def delete_authorization_code(self, authorization_code):
        authorization_code.is_used = True

    def authenticate_user(self, authorization_code):
        return USER


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        found = next((token for token in tokens if token.refresh == refresh_token), None)
        if found and found.is_ended:
            end(found.family)
        return found if found and not found.is_ended else None

    def authenticate_user(self, refresh_token):
        return USER

    def revoke_old_credential(self, refresh_token):
        refresh_token.is_ended = True


class Challenge(CodeChallenge):
    DEFAULT_CODE_CHALLENGE_METHOD = "S256"
    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]


class OpenID(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def resolve_client_private_key(self, client):
        return KEYS.keys[0]

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": KEYS.keys[0].kid}

    def get_client_claims(self, client):
        return {"iss": issuer(), "aud": ["app"]}

    def generate_user_info(self, user, scope):
        return UserInfo(sub=user.get_user_id(), preferred_username=user.name)


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]

    def query_token(self, token_string, token_type_hint):
        return next((token for token in tokens if token_string in (token.access, token.refresh)), None)

    def revoke_token(self, token, request):
        if request.form["token"] == token.refresh:
            end(token.family)
        token.is_ended = True


class Issuer(IssuerParameter):
    def get_issuer(self):
        return issuer()


def save_token(token, request):
    family = request.authorization_code.family if request.authorization_code else request.refresh_token.family
    tokens.append(Token(token, family))


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"authorization_code": 3600, "refresh_token": 3600}
server = AuthorizationServer(app, lambda client_id: CLIENT if client_id == "app" else None, save_token)
server.register_grant(CodeGrant, [OpenID(), Challenge(required=True)])
server.register_grant(RefreshGrant)
server.register_endpoint(Revocation)
server.register_extension(Issuer())


def issuer():
    return f"http://127.0.0.1:{listener.server_port}"


@app.get("/authorize")
def authorize():
    with LOCK:
        try:
            grant = server.get_consent_grant(end_user=USER)
        except OAuth2Error as error:
            return server.handle_error_response(None, error)
        user = None if request.args.get("login_hint") == "nobody" else USER
        return server.create_authorization_response(grant_user=user, grant=grant)


@app.post("/token")
def token():
    with LOCK:
        kind = request.form.get("grant_type", "none")
        counts[kind] = counts.get(kind, 0) + 1
        return server.create_token_response()


@app.post("/revoke")
def revoke():
    with LOCK:
        return server.create_endpoint_response("revocation")


@app.get("/userinfo")
def userinfo():
    with LOCK:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        found = next((token for token in tokens if token.access == given), None)
        if not found or found.is_expired() or found.is_ended:
            return jsonify(error="invalid_token"), 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'}
        return jsonify(sub=USER.get_user_id(), preferred_username=USER.name)


@app.get("/keys")
def keys():
    return jsonify(KEYS.as_dict(private=False))


@app.get("/.well-known/openid-configuration")
def document():
    base = issuer()
    return jsonify(
        issuer=base, authorization_endpoint=base + "/authorize", token_endpoint=base + "/token",
        revocation_endpoint=base + "/revoke", userinfo_endpoint=base + "/userinfo", jwks_uri=base + "/keys",
        response_types_supported=["code"], code_challenge_methods_supported=["S256"],
        authorization_response_iss_parameter_supported=True)


@app.post("/expire")
def expire():
    with LOCK:
        for token in tokens:
            token.expiry = 0
        return jsonify()


@app.get("/counts")
def show_counts():
    with LOCK:
        return jsonify(counts)


listener = make_server("127.0.0.1", 0, app, threaded=True)
threading.Thread(target=listener.serve_forever, daemon=True).start()
print(listener.server_port, flush=True)
sys.stdin.read()
