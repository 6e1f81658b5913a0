import { duckdb } from "../sql/duckdb.ts";
import type { Sql } from "../sql/writer.ts";

const { matches, text } = duckdb;

/** Parses an RFC 3339 time. `T` and the zone may be missing; the default zone is UTC. */
export function timeOfText(value: Sql): Sql {
  const isNumber = `${value}[1] BETWEEN '0' AND '9'`;
  return `CASE WHEN ${isNumber} THEN epoch_ns(TRY_CAST(${value} AS TIMESTAMP_NS)) // 1000000 * 1000000 END`;
}

export function timeOfTimestamp(value: Sql): Sql {
  return timeOfMilliseconds(`epoch_ms(${value})`);
}

function timeOfMilliseconds(value: Sql): Sql {
  return `CASE WHEN ${value} BETWEEN -9223372036854 AND 9223372036854 THEN ${value} * 1000000 END`;
}

export function timeOfSeconds(value: Sql): Sql {
  // A double has no exact milliseconds, but microseconds that round to what was written.
  return timeOfMilliseconds(`(TRY_CAST(round(${value} * 1e6) AS BIGINT) // 1000)`);
}

export function timeOfNanoseconds(value: Sql): Sql {
  return `TRY_CAST(${value} AS BIGINT) // 1000000 * 1000000`;
}

/** `HTTP/2.0` of `HTTP/2`, `h2`, and `2`. */
export function httpVersion(value: Sql): Sql {
  const number = `regexp_replace(lower(${value}), '^(?:http/|h)', '')`;
  return `CASE WHEN ${number} IN ('1.0', '1.1') THEN 'HTTP/' || ${number} WHEN ${number} IN ('2', '2.0') THEN 'HTTP/2.0' WHEN ${number} IN ('3', '3.0') THEN 'HTTP/3.0' END`;
}

/** `1.3` of `TLS 1.3`, `TLSv1.3`, and `tls1.3`. */
export function tlsVersion(value: Sql): Sql {
  return unlessEmpty(`regexp_extract(${value}, '^(?i:tls)?[ v_]*(1[.][0-3])$', 1)`);
}

/** Returns the first known value. The database evaluates later values only when needed, unlike with `coalesce`. */
export function firstKnown(...values: readonly Sql[]): Sql {
  return values.reduceRight(
    (others, value) => `CASE WHEN ${value} IS NOT NULL THEN ${value} ELSE ${others} END`,
  );
}

export function unlessEmpty(value: Sql): Sql {
  return `nullif(${value}, '')`;
}

/** Null for anything but an address, for example a host name. */
export function addressOnly(value: Sql): Sql {
  const isAddress = matches(
    value,
    "^(?:[0-9]{1,3}(?:[.][0-9]{1,3}){3}|[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)$",
  );
  return `CASE WHEN ${isAddress} THEN ${ipv4IfMapped(value)} END`;
}

/** Unwraps `::ffff:192.0.2.1`, the form of an IPv4 client on a server that listens only on IPv6. */
export function ipv4IfMapped(address: Sql): Sql {
  return `CASE WHEN starts_with(${address}, '::') AND contains(${address}, '.') AND lower(${address}[:7]) = '::ffff:' THEN ${address}[8:] ELSE ${address} END`;
}

/** The address of `192.0.2.1:443` and `[2001:db8::1]:443`. */
export function addressOfPeer(value: Sql): Sql {
  const inBrackets = `split_part(${value}[2:], ']', 1)`;
  return addressOnly(
    `(CASE WHEN starts_with(${value}, '[') THEN ${inBrackets} WHEN ${matches(value, "^[^:]*:[0-9]+$")} THEN split_part(${value}, ':', 1) ELSE ${value} END)`,
  );
}

/** The port of `192.0.2.1:443` and `[2001:db8::1]:443`. */
export function portOfPeer(value: Sql): Sql {
  return `TRY_CAST(regexp_extract(${value}, '^(?:[^:]*|\\[.*\\]):([0-9]+)$', 1) AS BIGINT)`;
}

const authority = "^([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)?([^/?#]*)([^#]*)";

export function ofUrl(url: Sql, part: "scheme" | "host" | "uri"): Sql {
  const group = { scheme: 1, host: 2, uri: 3 }[part];
  const found = `regexp_extract(${url}, ${text(authority)}, ${group})`;
  if (part !== "uri") return unlessEmpty(found);
  // No path is the path `/`: that is what a client sends.
  return `CASE WHEN ${matches(url, authority)} THEN CASE WHEN starts_with(${found}, '/') THEN ${found} ELSE '/' || ${found} END END`;
}

export function sizeOfBody(value: Sql): Sql {
  return `CASE WHEN TRY_CAST(${value} AS BIGINT) > 0 THEN TRY_CAST(${value} AS BIGINT) WHEN TRY_CAST(${value} AS BIGINT) <= 0 THEN -1 END`;
}

export function wholeNumber(value: Sql): Sql {
  return `TRY_CAST(${value} AS BIGINT)`;
}
