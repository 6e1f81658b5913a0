import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";

/** A rule, and its condition as somebody would write it in DuckDB's SQL who knows this log. */
interface BenchRule {
  readonly name: string;
  readonly expression: string;
  readonly sql: string;
  readonly status: number;
}

const path = "split_part(uri, '?', 1)";
const query = "split_part(uri, '?', 2)";
const agent = "request_headers['user-agent'][1]";

function rule(name: string, expression: string, sql: string, status = 403): BenchRule {
  return { name, expression, sql, status };
}

/** Twenty rules as people have them; the last two are what changes. */
const rules: readonly BenchRule[] = [
  rule("Methods", "req.method in ['TRACE', 'CONNECT']", "method IN ('TRACE', 'CONNECT')", 405),
  rule(
    "Hosts",
    "!(req.host in ['www.example.com', 'api.example.com'])",
    "host NOT IN ('www.example.com', 'api.example.com')",
    421,
  ),
  rule(
    "Admin",
    "req.url.path.startsWith('/admin') && !inCidrRange(conn.client_ip, '10.0.0.0/8')",
    `starts_with(${path}, '/admin') AND NOT starts_with(client_ip, '10.')`,
  ),
  rule("Countries", "conn.geo.country_code in ['KP', 'IR']", "country_code IN ('KP', 'IR')", 451),
  rule(
    "Key",
    "req.method in ['PUT', 'DELETE'] && getReqHeader('X-Api-Key').all(v, v == '')",
    "method IN ('PUT', 'DELETE') AND request_headers['x-api-key'][1] = ''",
    401,
  ),
  rule("Large", "req.content_length > 19000", "content_length > 19000", 413),
  rule("Old API", "req.url.path.matches('^/api/v0/')", `regexp_matches(${path}, '^/api/v0/')`, 410),
  rule(
    "Tools",
    "req.user_agent.matches('(?i)(sqlmap|nikto|masscan)')",
    `regexp_matches(${agent}, '(?i)(sqlmap|nikto|masscan)')`,
  ),
  rule("Dots", "req.url.path.contains('/.git')", `contains(${path}, '/.git')`, 404),
  rule(
    "Backups",
    "req.url.path.matches('\\\\.(bak|old|sql)$')",
    `regexp_matches(${path}, '\\.(bak|old|sql)$')`,
    404,
  ),
  rule(
    "Debug",
    "req.url.host == 'api.example.com' && '1' in getQueryParam('debug')",
    `host = 'api.example.com' AND list_contains(regexp_extract_all('&' || ${query}, '&debug=([^&]*)', 1), '1')`,
    400,
  ),
  rule("Long path", "size(req.url.path) > 200", `length(${path}) > 200`, 414),
  rule(
    "Private",
    "inCidrRanges(conn.client_ip, ['127.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16'])",
    "starts_with(client_ip, '127.') OR starts_with(client_ip, '169.254.') OR starts_with(client_ip, '192.168.')",
  ),
  rule("Empty agent", "req.user_agent == ''", `coalesce(${agent}, '') = ''`),
  rule(
    "Forwarded",
    "hasReqHeader('X-Original-Url')",
    "map_contains(request_headers, 'x-original-url')",
    400,
  ),
  rule(
    "Bots in docs",
    "req.user_agent.contains('bot') && req.url.path.startsWith('/docs/drafts')",
    `contains(${agent}, 'bot') AND starts_with(${path}, '/docs/drafts')`,
  ),
  rule(
    "Posts",
    "req.method == 'POST' && req.url.path.startsWith('/static/')",
    `method = 'POST' AND starts_with(${path}, '/static/')`,
    405,
  ),
  rule(
    "Version",
    "req.url.path.matches('^/api/v[^0-9]')",
    `regexp_matches(${path}, '^/api/v[^0-9]')`,
    404,
  ),
  rule("Scanners", "req.url.path.startsWith('/wp-')", `starts_with(${path}, '/wp-')`, 404),
  rule(
    "Old clients",
    "req.user_agent.startsWith('okhttp/3.') && req.url.path.startsWith('/api/v1/')",
    `starts_with(${agent}, 'okhttp/3.') AND starts_with(${path}, '/api/v1/')`,
    426,
  ),
];

/** The policies with these rules: without the last two, and with all. */
export async function benchPolicies(): Promise<readonly [CompiledPolicy, CompiledPolicy]> {
  const policy = (some: readonly BenchRule[]): Promise<CompiledPolicy> =>
    compilePolicy({
      inbound: some.map(({ name, expression, status }) => ({
        name,
        expressions: [expression],
        actions: [{ type: "deny", config: { status_code: status } }],
      })),
    });
  return [await policy(rules.slice(0, -2)), await policy(rules)];
}

/** How many requests end in which way before and after, and nothing else. */
export function byHand(from: string): string {
  const ending = (some: readonly BenchRule[]): string =>
    `CASE ${some.map(({ sql }, index) => `WHEN ${sql} THEN ${index + 1}`).join(" ")} ELSE 0 END`;
  return `SELECT ${ending(rules.slice(0, -2))} AS a, ${ending(rules)} AS b, count(*) FROM ${from} GROUP BY ALL`;
}
