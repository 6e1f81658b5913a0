/**
 * The parameters of a query string: name to values. A pair with a wrong escape or a semicolon is
 * left out, as Go does it. Bytes that are no UTF-8, which Go keeps, are U+FFFD each.
 */
export function parseQuery(query: string): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) continue;
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const spaced = text.replaceAll("+", " ");
  return decoded(spaced) ?? spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, decodeWhatCanBe);
}

/** The text of bytes in UTF-8; nothing when they are none. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The text of some bytes, of which not all are UTF-8. */
function decodeWhatCanBe(bytes: string): string {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const lead = Number.parseInt(bytes.slice(at + 1, at + 3), 16);
    const end = at + 3 * (lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
    const character = end > bytes.length ? undefined : decoded(bytes.slice(at, end));
    text += character ?? "\uFFFD";
    at = character === undefined ? at + 3 : end;
  }
  return text;
}
