import type { FieldName } from "@traffic-policy/policy-impact";

/** What the rows tell beside headers. */
export const madeUpFields: readonly FieldName[] = [
  "time",
  "method",
  "scheme",
  "host",
  "uri",
  "client_ip",
  "country_code",
  "content_length",
];

const pick = (texts: readonly string[], by: number): string =>
  `[${texts.map((text) => `'${text}'`).join(", ")}][1 + (hash(i * ${by}) % ${texts.length})::INT]`;
/**
 * SQL of DuckDB for requests, the same ones each time: one each 60 ms, of which a tenth comes by IPv6, some paths are
 * escaped, and ids, bots and countries are mixed.
 */
export function madeUpRows(from: number, to: number): string {
  return `SELECT
  (1788220800000000000 + i * 60000000)::BIGINT AS time,
  ${pick(["GET", "GET", "GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD"], 3)} AS method,
  'https' AS scheme,
  ${pick(["www.example.com", "api.example.com"], 5)} AS host,
  CASE (hash(i * 7) % 10)::INT
    WHEN 0 THEN '/'
    WHEN 1 THEN '/api/v' || (hash(i * 11) % 4) || '/users/' || (hash(i * 13) % 100000)
    WHEN 2 THEN '/api/v2/orders/' || (hash(i * 17) % 1000000) || '?page=' || (hash(i * 41) % 9)
    WHEN 3 THEN '/static/' || (hash(i * 19) % 500) || '.css'
    WHEN 4 THEN CASE WHEN hash(i * 23) % 50 = 0 THEN '/admin/users' ELSE '/login' END
    WHEN 5 THEN CASE WHEN hash(i * 29) % 40 = 0 THEN '/wp-login.php' ELSE '/docs/' || (hash(i * 31) % 1000) END
    WHEN 6 THEN '/search?q=' || (hash(i * 37) % 5000) || CASE WHEN hash(i * 43) % 20 = 0 THEN '&debug=1' ELSE '' END
    WHEN 7 THEN CASE WHEN hash(i * 47) % 20 = 0 THEN '/files/a%20b.pdf' ELSE '/files/' || (hash(i * 53) % 999) END
    ELSE '/blog/' || (hash(i * 59) % 300)
  END AS uri,
  CASE WHEN hash(i * 61) % 10 = 0
    THEN '2001:db8:' || to_hex(hash(i * 67) % 65536) || '::' || to_hex(hash(i * 71) % 65535 + 1)
    ELSE CASE WHEN hash(i * 83) % 20 = 0 THEN '10.' ELSE (11 + hash(i * 73) % 200)::VARCHAR || '.' END
      || (hash(i * 79) % 256) || '.' || (hash(i * 89) % 256) || '.' || (hash(i * 97) % 256)
  END AS client_ip,
  ${pick(["US", "US", "US", "DE", "FR", "GB", "NO", "BR", "IN", "JP", ""], 101)} AS country_code,
  MAP {
    'user-agent': [${pick(["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (iPhone)", "curl/8.5.0", "Googlebot/2.1", "okhttp/3.12"], 103)}],
    'accept': ['*/*'],
    'x-api-key': [CASE WHEN hash(i * 107) % 3 = 0 THEN 'k-' || (hash(i * 109) % 100) ELSE '' END]
  } AS request_headers,
  CASE WHEN hash(i * 113) % 4 = 0 THEN (hash(i * 127) % 20000)::BIGINT ELSE -1 END AS content_length
  FROM range(${from}, ${to}) t(i)`;
}
