import type { Protocol } from "@traffic-policy/policy-language";

/** A policy with one mistake, and the rule that tells it. */
export interface WrongPolicy {
  readonly rule: string;
  readonly protocol?: Protocol;
  /** JSON with « and » around the very place. */
  readonly marked: string;
}

const deny = '{"type": "deny"}';
const log = '{"type": "log", "config": {"metadata": {"event": "seen"}}}';
const compress = '{"type": "compress-response"}';

const elevenHeaders = Array.from({ length: 11 }, (_item, index) => `"x-${index}": "1"`).join(", ");

function inbound(...rules: readonly string[]): string {
  return `{"inbound": [${rules.map(named).join(", ")}]}`;
}

/** A rule in the form `{…}`, or in the form `«{…}»`, with a name. */
function named(rule: string, index: number): string {
  return rule.replace("{", `{"name": "rule ${index + 1}", `);
}

function acting(type: string, config: string): string {
  return inbound(`{"actions": [{"type": "${type}", "config": ${config}}]}`);
}

function when(condition: string, actions: string): string {
  return `{"expressions": [${JSON.stringify(condition)}], "actions": [${actions}]}`;
}

const answer = (fields: string): string =>
  acting("custom-response", `{"status_code": 200, ${fields}}`);
const headers = (given: string): string => acting("add-headers", `{"headers": {${given}}}`);
const rewrite = (from: string, to: string): string =>
  acting("url-rewrite", `{"from": ${from}, "to": ${to}}`);
const limit = (rate: string): string =>
  acting(
    "rate-limit",
    `{"name": "a", "algorithm": "sliding_window", "capacity": 9, "rate": ${rate}, "bucket_key": ["conn.client_ip"]}`,
  );

function wrong(rule: string, marked: readonly string[], protocol?: Protocol): WrongPolicy[] {
  return marked.map((text) => ({ rule, marked: text, ...(protocol && { protocol }) }));
}

/** Nothing else may be told of them, at least no warning and no error. */
export const wrongPolicies: readonly WrongPolicy[] = [
  ...wrong("document/syntax", [`{"inbound": [{"actions": [${deny}]}«}»`, `{"inbound": [«'a'»]}`]),
  ...wrong("document/duplicate-key", [
    inbound(`{"actions": [${log}], «"actions"»: [${deny}]}`),
    headers('"a": "1", «"a"»: "2"'),
  ]),
  ...wrong("document/unknown-key", [
    inbound(`{"actions": [${deny}], «"expresions"»: []}`),
    inbound(`{"actions": [{"type": "deny", «"status_code"»: 403}]}`),
    `{«"on_http_request"»: [{"actions": [${deny}]}], "inbound": []}`,
    `{«"rules"»: []}`,
  ]),
  ...wrong("document/shape", [
    `{"inbound": «{"name": "a", "actions": [${deny}]}»}`,
    inbound(`{"expressions": «"req.method == 'GET'"», "actions": [${deny}]}`),
    inbound(`{"actions": [«{"config": {}}»]}`),
    inbound(`{"actions": [«"deny"»]}`),
    inbound(`{"actions": [{"type": "deny", "config": «[]»}]}`),
    `«[]»`,
  ]),
  ...wrong("document/rule-actions", [
    inbound('{"actions": «[]»}'),
    inbound('«{"expressions": []}»'),
  ]),
  ...wrong("document/empty", ["«{}»", '«{"inbound": [], "outbound": []}»']),
  ...wrong("document/module-key", [
    `{«"enabled"»: true, "inbound": [{"name": "a", "actions": [${deny}]}]}`,
  ]),
  ...wrong("document/duplicate-rule-name", [
    `{"inbound": [{"name": "a", "actions": [${log}]}, {"name": «"a"», "actions": [${deny}]}]}`,
  ]),
  ...wrong("action/unknown-type", [
    inbound('{"actions": [{"type": «"denny"»}]}'),
    inbound('{"actions": [{"type": «"custom_response"», "config": {"status_code": 503}}]}'),
  ]),
  ...wrong("action/config", [
    acting("deny", '{«"status"»: 403}'),
    acting("custom-response", '«{"content": ""}»'),
    acting("custom-response", '{"status_code": «"503"»}'),
    acting("custom-response", '{"status_code": 503, «"body"»: ""}'),
    acting("compress-response", '{"algorithms": [«"zip"»]}'),
    acting("remove-headers", '{"headers": «[]»}'),
    acting("remove-headers", '{"headers": [«"user-agent"»]}'),
    acting("redirect", '{"to": "/a", "status_code": «200»}'),
    inbound('{"actions": [«{"type": "log"}»]}'),
    acting("add-headers", `{"headers": «{${elevenHeaders}}»}`),
  ]),
  ...wrong("action/unavailable", [
    `{"outbound": [{"name": "a", "actions": [{"type": «"deny"»}]}]}`,
    `{"outbound": [{"name": "a", "actions": [{"type": «"url-rewrite"», "config": {"from": "/a", "to": "/b"}}]}]}`,
  ]),
  ...wrong(
    "action/unavailable",
    [
      inbound('{"actions": [{"type": «"add-headers"», "config": {"headers": {"a": "b"}}}]}'),
      acting("deny", '{«"status_code"»: 403}'),
    ],
    "tcp",
  ),
  ...wrong("action/status-code", [
    acting("deny", '{"status_code": «4030»}'),
    acting("deny", '{"status_code": «200»}'),
    acting("deny", '{"status_code": «301»}'),
    acting("custom-response", '{"status_code": «100»}'),
    acting(
      "custom-response",
      '{"status_code": «204», "content": "a", "headers": {"content-type": "text/plain"}}',
    ),
    acting("redirect", '{"to": "/a", "status_code": «304»}'),
  ]),
  ...wrong("action/header-name", [
    headers('«"x a"»: "1"'),
    headers('«"x-a:"»: "1"'),
    headers('«""»: "1"'),
    acting("remove-headers", '{"headers": ["a", «"b c"»]}'),
    acting("remove-headers", '{"headers": [«"USER-AGENT"»]}'),
  ]),
  ...wrong("action/header-value", [
    headers('"x-a": "1«\\n»"'),
    headers('"x-a": "1«\\r\\n»x-b: 2"'),
  ]),
  ...wrong("action/duplicate-header", [headers('"x-a": "1", «"X-A"»: "2"')]),
  ...wrong("action/connection-header", [
    headers('«"Connection"»: "close"'),
    headers('«"content-length"»: "5"'),
  ]),
  ...wrong("action/content-type", [
    answer('"headers": {"content-type": "application/json"}, "content": "{«a»: 1}"'),
    answer('"headers": {"content-type": «"json"»}, "content": "{}"'),
  ]),
  ...wrong("action/interpolation", [
    headers('"x-a": "a«${}»"'),
    headers('"x-a": "«${»conn.client_ip"'),
  ]),
  ...wrong("action/environment-variable", [headers('"x-a": "${«API_RELEASE»}"')]),
  ...wrong("action/interpolation-elsewhere", [
    acting("forward-internal", '{"url": "https://«${req.host}».internal"}'),
  ]),
  ...wrong("action/regular-expression", [rewrite('"«/a(b»"', '"/c"')]),
  ...wrong("action/rewrite-anchor", [rewrite('"«^/»a"', '"/b"')]),
  ...wrong("action/glob", [
    rewrite('"/v1«/*»"', '"/v2/"'),
    rewrite('"/v1/.*"', '"/v2/«*»"'),
    acting("redirect", '{"from": "^https://a.example«/*»", "to": "https://b.example/"}'),
  ]),
  ...wrong("action/group-syntax", [
    rewrite('"/a/(.*)"', '"/b/«${1}»"'),
    rewrite('"/a/(.*)"', '"/b/«\\\\1»"'),
  ]),
  ...wrong("action/rewrite-capture", [
    rewrite('"/a/(.*)"', '"/b/«$2»"'),
    rewrite('"/a"', '"/b/«$1»"'),
    rewrite('"/(a)"', '"/«$1_b»"'),
  ]),
  ...wrong("action/rewrite-url", [
    rewrite('"/(.*)"', '«"/b/$1"»'),
    rewrite('".*"', '«"/b"»'),
    rewrite('"/a"', '«"b"»'),
    acting("redirect", '{"to": «"www.example.com"»}'),
  ]),
  ...wrong("action/rewrite-nothing", [rewrite('"/a"', '«"/a"»'), rewrite('"(.*)"', '«"$1"»')]),
  ...wrong("action/redirect-loop", [acting("redirect", '{"from": "/a/b", "to": «"/c/a/b"»}')]),
  ...wrong("action/compression", [
    acting("compress-response", '{"algorithms": «[]»}'),
    acting("compress-response", '{"algorithms": ["gzip", «"gzip"»]}'),
  ]),
  ...wrong("action/compressed-twice", [
    inbound(`{"actions": [${compress}]}`, when("req.method == 'GET'", `«${compress}»`)),
  ]),
  ...wrong("action/duration", [
    limit('«"30s"»'),
    limit('«"65s"»'),
    limit('«"25h"»'),
    limit('«"a minute"»'),
  ]),
  ...wrong("action/cidr", [
    acting("restrict-ips", '{"allow": [«"192.0.2.0/33"»]}'),
    acting("restrict-ips", '{"allow": ["10.0.0.0/8"], "deny": [«"10.1.2.3/16"»]}'),
  ]),
  ...wrong("action/denied-cidr", [
    acting("restrict-ips", '{"allow": ["192.0.2.0/24", «"10.0.0.0/8"»], "deny": ["10.0.0.0/8"]}'),
  ]),
  ...wrong("action/url", [acting("forward-internal", '{"url": «"billing"»}')]),
  ...wrong("flow/unreachable-action", [inbound(`{"actions": [${deny}, «${log}»]}`)]),
  ...wrong("flow/unreachable-rule", [inbound(`{"actions": [${deny}]}`, `«{"actions": [${log}]}»`)]),
  ...wrong("flow/duplicate-rule", [
    inbound(when("req.method == 'PUT'", log), `«${when("'PUT' == req.method", log)}»`),
  ]),
  ...wrong("flow/shadowed-rule", [
    inbound(
      when("req.url.path.startsWith('/a')", deny),
      `«${when("req.url.path == '/a/b'", log)}»`,
    ),
    inbound(when("conn.client_port > 10", deny), `«${when("conn.client_port > 20", log)}»`),
  ]),
  ...wrong("expression/result-before-run", [
    `{"on_http_request": [{"expressions": ["«actions.ngrok.oauth.identity.email» == 'a@b.example'"], "actions": [${deny}]}]}`,
  ]),
  ...wrong("action/deprecated-field", [
    `{"on_http_request": [{"actions": [{"type": "forward-internal", "config": {"url": "https://a.internal", «"binding"»: "internal"}}]}]}`,
  ]),
  ...wrong("action/second-sign-in", [
    `{"on_http_request": [{"actions": [{"type": "oauth", "config": {"provider": "google"}}, «{"type": "oauth", "config": {"provider": "github"}}»]}]}`,
  ]),
  ...wrong("expression/variable-before-set", [
    `{"on_http_request": [{"expressions": ["«vars.tier» == 'free'"], "actions": [${deny}]}]}`,
  ]),
  ...wrong("document/placeholder", [
    `{"on_http_request": [{"actions": [{"type": "verify-webhook", "config": {"provider": "slack", "secret": «"{your secret}"»}}]}]}`,
    inbound(when("req.host == «'<YOUR_HOST>'»", deny)),
    inbound(when("conn.geo.country == «'<COUNTRY>'»", deny)),
  ]),
  ...wrong("action/credentials", [
    `{"on_http_request": [{"actions": [{"type": "basic-auth", "config": {"credentials": [«"user:short"»]}}]}]}`,
  ]),
  ...wrong("action/cors-credentials", [
    headers('"access-control-allow-credentials": "true", "access-control-allow-origin": «"*"»'),
  ]),
  ...wrong("action/template-syntax", [headers('"x-a": "«{{ conn.client_ip }}»"')]),
  ...wrong("expression/address-category", [
    `{"on_http_request": [{"expressions": ["«'proxy.anonymus.tor'» in conn.client_ip.categories"], "actions": [${deny}]}]}`,
  ]),
  ...wrong("expression/misspelt-header", [
    acting("remove-headers", '{"headers": [«"referrer"»]}'),
    inbound(when("!(«'referrer'» in req.headers)", deny)),
  ]),
  ...wrong("security/allow-everything", [acting("restrict-ips", '{"allow": [«"0.0.0.0/0"»]}')]),
  ...wrong("security/client-header", [
    inbound(when("!(«'192.0.2.7' in getReqHeader('X-Forwarded-For')»)", deny)),
  ]),
  ...wrong("security/logged-secret", [
    acting("log", '{"metadata": {"headers": "${«req.headers»}"}}'),
    acting("log", '{"metadata": {"user": "${«req.url.user_password»}"}}'),
    inbound(
      when(
        "hasReqHeader('Authorization')",
        `{"type": "log", "config": {"metadata": {"who": "\${«getReqHeader('Authorization')»[0]}"}}}`,
      ),
    ),
  ]),
  ...wrong("security/secret", [
    headers('"x-api-key": «"9fK2mQ7xV4bL1pT8zR5w"»'),
    headers('"authorization": "Bearer «9fK2mQ7xV4bL1pT8zR5wQ3»"'),
    inbound(when("getReqHeader('X-Api-Key') == [«'9fK2mQ7xV4bL1pT8zR5w'»]", deny)),
  ]),
];
