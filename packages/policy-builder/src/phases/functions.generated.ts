// Generated from the catalogue's functions by "pnpm generate"; do not edit.
import type {
  BytesExpression,
  BytesValue,
  CelExpression,
  Condition,
  DoubleExpression,
  DynExpression,
  DynValue,
  IndexedMap,
  IntExpression,
  IntValue,
  Kind,
  ListExpression,
  MapExpression,
  StringExpression,
  StringValue,
} from "../expressions/index.ts";
import type { UrlExpression } from "./records.generated.ts";
import type { restriction } from "../expressions/cel-expression.ts";
import type { Expressions } from "../expressions/kinds.ts";
import type { Restriction } from "../restriction.ts";
import { defineMethods, functionsOf } from "../functions.ts";
import { phases } from "./places.generated.ts";

declare module "../expressions/list.ts" {
  interface ListExpression<K extends Kind, out R extends Restriction = never> {
    /**
     * The list or map as JSON.
     *
     * CEL: `list(A).encodeJson()` (string).
     *
     * The order of keys is not documented.
     */
    encodeJson(): StringExpression<R>;
    /**
     * The texts in one, with a separator between them.
     *
     * CEL: `list(string).join()` (string).
     */
    join(this: ListExpression<"string", Restriction>): StringExpression<R>;
    /**
     * The texts in one, with a separator between them.
     *
     * CEL: `list(string).join(string)` (string).
     */
    join<Q extends Restriction = never>(
      this: ListExpression<"string", Restriction>,
      separator: StringValue<Q>,
    ): StringExpression<R | Q>;
    /**
     * The items from a position on, before a second one.
     *
     * CEL: `list(A).slice(int, int)` (list(A)).
     *
     * What it does with positions outside of the list is not documented.
     */
    slice<Q extends Restriction = never>(
      start: IntValue<Q>,
      end: IntValue<Q>,
    ): ListExpression<K, R | Q>;
    /**
     * The list with the items of its lists in their place, one level deep or more.
     *
     * CEL: `list(A).flatten()` (list(dyn)).
     *
     * Without a depth it is called recursive, but its examples are one level deep.
     */
    flatten(): ListExpression<"dyn", R>;
    /**
     * The list with the items of its lists in their place, one level deep or more.
     *
     * CEL: `list(A).flatten(int)` (list(dyn)).
     *
     * Without a depth it is called recursive, but its examples are one level deep.
     */
    flatten<Q extends Restriction = never>(depth: IntValue<Q>): ListExpression<"dyn", R | Q>;
    /**
     * The items in ascending order; all of one type.
     *
     * CEL: `list(A).sort()` (list(A)).
     */
    sort(): ListExpression<K, R>;
    /**
     * The items in ascending order of a key.
     *
     * CEL: `list(A).sortBy(A, B)` (list(A)).
     */
    sortBy<T extends CelExpression<Restriction>>(
      become: (item: Expressions<R>[K]) => T,
      name?: string,
    ): ListExpression<K, R | T[typeof restriction]>;
    /**
     * The items without repetitions, in their order.
     *
     * CEL: `list(A).distinct()` (list(A)).
     */
    distinct(): ListExpression<K, R>;
  }
}

declare module "../expressions/map.ts" {
  interface MapExpression<K extends Kind, out R extends Restriction = never> {
    /**
     * The list or map as JSON.
     *
     * CEL: `map(A, B).encodeJson()` (string).
     *
     * The order of keys is not documented.
     */
    encodeJson(): StringExpression<R>;
    /**
     * The parameters as a query string.
     *
     * CEL: `map(A, B).encodeQueryString()` (string).
     *
     * The order of parameters is not documented.
     */
    encodeQueryString(): StringExpression<R>;
  }
}

declare module "../expressions/string.ts" {
  interface StringExpression<out R extends Restriction = never> {
    /**
     * The text that base64 text stands for.
     *
     * CEL: `string.decodeBase64()` (string).
     *
     * What it does with a text that is not base64 is not documented.
     */
    decodeBase64(): StringExpression<R>;
    /**
     * The text as base64.
     *
     * CEL: `string.encodeBase64()` (string).
     */
    encodeBase64(): StringExpression<R>;
    /**
     * The character at this position; empty at the end of the text.
     *
     * CEL: `string.charAt(int)` (string).
     */
    charAt<Q extends Restriction = never>(position: IntValue<Q>): StringExpression<R | Q>;
    /**
     * The position of the first occurrence, from a position on; -1 without one.
     *
     * CEL: `string.indexOf(string)` (int).
     *
     * What it does with a position outside of the text is not documented.
     */
    indexOf<Q extends Restriction = never>(text: StringValue<Q>): IntExpression<R | Q>;
    /**
     * The position of the first occurrence, from a position on; -1 without one.
     *
     * CEL: `string.indexOf(string, int)` (int).
     *
     * What it does with a position outside of the text is not documented.
     */
    indexOf<Q extends Restriction = never>(
      text: StringValue<Q>,
      start: IntValue<Q>,
    ): IntExpression<R | Q>;
    /**
     * The position of the last occurrence, up to a position; -1 without one.
     *
     * CEL: `string.lastIndexOf(string)` (int).
     */
    lastIndexOf<Q extends Restriction = never>(text: StringValue<Q>): IntExpression<R | Q>;
    /**
     * The position of the last occurrence, up to a position; -1 without one.
     *
     * CEL: `string.lastIndexOf(string, int)` (int).
     */
    lastIndexOf<Q extends Restriction = never>(
      text: StringValue<Q>,
      start: IntValue<Q>,
    ): IntExpression<R | Q>;
    /**
     * The text with each of `%s %d %f %e %b %x %X %o` replaced by a value.
     *
     * CEL: `string.format(list(A))` (string).
     */
    format<Q extends Restriction = never>(
      values: readonly DynValue<Q>[] | ListExpression<Kind, Q> | DynExpression<Q>,
    ): StringExpression<R | Q>;
    /**
     * The text in lower case.
     *
     * CEL: `string.lower()` (string).
     */
    lower(): StringExpression<R>;
    /**
     * The text in upper case.
     *
     * CEL: `string.upper()` (string).
     */
    upper(): StringExpression<R>;
    /**
     * The text with the letters of ASCII in lower case.
     *
     * CEL: `string.lowerAscii()` (string).
     */
    lowerAscii(): StringExpression<R>;
    /**
     * The text with the letters of ASCII in upper case.
     *
     * CEL: `string.upperAscii()` (string).
     */
    upperAscii(): StringExpression<R>;
    /**
     * The text with a part replaced everywhere, or only the first times.
     *
     * CEL: `string.replace(string, string)` (string).
     */
    replace<Q extends Restriction = never>(
      part: StringValue<Q>,
      replacement: StringValue<Q>,
    ): StringExpression<R | Q>;
    /**
     * The text with a part replaced everywhere, or only the first times.
     *
     * CEL: `string.replace(string, string, int)` (string).
     */
    replace<Q extends Restriction = never>(
      part: StringValue<Q>,
      replacement: StringValue<Q>,
      limit: IntValue<Q>,
    ): StringExpression<R | Q>;
    /**
     * The characters in reverse order.
     *
     * CEL: `string.reverse()` (string).
     */
    reverse(): StringExpression<R>;
    /**
     * The parts between separators, or between white space; a limit keeps only the first ones.
     *
     * CEL: `string.split()` (list(string)).
     *
     * What it does with a negative limit is not documented.
     */
    split(): ListExpression<"string", R>;
    /**
     * The parts between separators, or between white space; a limit keeps only the first ones.
     *
     * CEL: `string.split(string)` (list(string)).
     *
     * What it does with a negative limit is not documented.
     */
    split<Q extends Restriction = never>(
      separator: StringValue<Q>,
    ): ListExpression<"string", R | Q>;
    /**
     * The parts between separators, or between white space; a limit keeps only the first ones.
     *
     * CEL: `string.split(string, int)` (list(string)).
     *
     * What it does with a negative limit is not documented.
     */
    split<Q extends Restriction = never>(
      separator: StringValue<Q>,
      limit: IntValue<Q>,
    ): ListExpression<"string", R | Q>;
    /**
     * The part from a position on, up to the end or before a second position.
     *
     * CEL: `string.substring(int)` (string).
     */
    substring<Q extends Restriction = never>(start: IntValue<Q>): StringExpression<R | Q>;
    /**
     * The part from a position on, up to the end or before a second position.
     *
     * CEL: `string.substring(int, int)` (string).
     */
    substring<Q extends Restriction = never>(
      start: IntValue<Q>,
      end: IntValue<Q>,
    ): StringExpression<R | Q>;
    /**
     * The text without white space at its beginning and end.
     *
     * CEL: `string.trim()` (string).
     */
    trim(): StringExpression<R>;
    /**
     * Whether it is an IPv4 address of a private network (RFC 1918).
     *
     * CEL: `string.isPrivateIp()` (bool).
     */
    isPrivateIp(): Condition<R>;
    /**
     * The CRC-32 (IEEE) of a text, as `hex` or as `base64`.
     *
     * CEL: `string.crc32()` (string).
     *
     * What other formats do is not documented.
     */
    crc32(): StringExpression<R>;
    /**
     * The CRC-32 (IEEE) of a text, as `hex` or as `base64`.
     *
     * CEL: `string.crc32(string)` (string).
     *
     * What other formats do is not documented.
     */
    crc32<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The CRC-64 (ISO) of a text, as `hex` or as `base64`.
     *
     * CEL: `string.crc64()` (string).
     *
     * What other formats do is not documented.
     */
    crc64(): StringExpression<R>;
    /**
     * The CRC-64 (ISO) of a text, as `hex` or as `base64`.
     *
     * CEL: `string.crc64(string)` (string).
     *
     * What other formats do is not documented.
     */
    crc64<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The MD5 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.md5()` (string).
     *
     * What other formats do is not documented.
     */
    md5(): StringExpression<R>;
    /**
     * The MD5 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.md5(string)` (string).
     *
     * What other formats do is not documented.
     */
    md5<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The SHA-1 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha1()` (string).
     *
     * What other formats do is not documented.
     */
    sha1(): StringExpression<R>;
    /**
     * The SHA-1 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha1(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha1<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The SHA-256 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha256()` (string).
     *
     * What other formats do is not documented.
     */
    sha256(): StringExpression<R>;
    /**
     * The SHA-256 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha256(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha256<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The SHA-512 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha512()` (string).
     *
     * What other formats do is not documented.
     */
    sha512(): StringExpression<R>;
    /**
     * The SHA-512 of a text, as `hex` or as `base64`.
     *
     * CEL: `string.sha512(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha512<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The 64 bit xxHash of a text, as `hex` or as `base64`.
     *
     * CEL: `string.xxhash64()` (string).
     *
     * What other formats do is not documented.
     *
     * The seed is not documented; the examples have 0.
     */
    xxhash64(): StringExpression<R>;
    /**
     * The 64 bit xxHash of a text, as `hex` or as `base64`.
     *
     * CEL: `string.xxhash64(string)` (string).
     *
     * What other formats do is not documented.
     *
     * The seed is not documented; the examples have 0.
     */
    xxhash64<Q extends Restriction = never>(format: StringValue<Q>): StringExpression<R | Q>;
    /**
     * The list or map that JSON describes.
     *
     * CEL: `string.decodeJson()` (dyn).
     *
     * What it does with invalid JSON, and with JSON that is neither a list nor a map, is not documented.
     */
    decodeJson(): DynExpression<R>;
    /**
     * Whether the text is JSON.
     *
     * CEL: `string.isJson()` (bool).
     */
    isJson(): Condition<R>;
    /**
     * The parameters of a query string.
     *
     * CEL: `string.decodeQueryString()` (map(string, dyn)).
     *
     * What a parameter is that is there several times is not documented.
     */
    decodeQueryString(): IndexedMap<"dyn", R>;
    /**
     * Whether the text is a query string.
     *
     * CEL: `string.isQueryString()` (bool).
     *
     * Whether a text without `=` is one is not documented.
     */
    isQueryString(): Condition<R>;
    /**
     * The parts of a URL.
     *
     * CEL: `string.parseUrl()` (url).
     *
     * What it does with a text that is no URL is not documented.
     */
    parseUrl(): UrlExpression<R>;
    /**
     * The text, escaped for a URL.
     *
     * CEL: `string.escapeUrl()` (string).
     *
     * Which characters it escapes is not documented, except for `/`.
     */
    escapeUrl(): StringExpression<R>;
    /**
     * The text without the escapes of a URL.
     *
     * CEL: `string.unescapeUrl()` (string).
     *
     * What it does with `+` and with invalid escapes is not documented.
     */
    unescapeUrl(): StringExpression<R>;
    /**
     * Whether the text is a URL.
     *
     * CEL: `string.isURL()` (bool).
     *
     * Whether a text without scheme and host is one is not documented.
     */
    isURL(): Condition<R>;
  }
}

defineMethods(phases);

/** The functions that are not methods of a value. */
export const fn: {
  readonly base64: {
    /**
     * The bytes that base64 text stands for; padding is required.
     *
     * CEL: `base64.decode(string)` (bytes).
     */
    decode<Q extends Restriction = never>(text: StringValue<Q>): BytesExpression<Q>;
    /**
     * Bytes as base64 text.
     *
     * CEL: `base64.encode(bytes)` (string).
     */
    encode<Q extends Restriction = never>(bytes: BytesValue<Q>): StringExpression<Q>;
  };
  readonly basicAuth: {
    /**
     * The value of an `authorization` header with these credentials.
     *
     * CEL: `basic_auth.encode(string, string)` (string).
     */
    encode<Q extends Restriction = never>(
      username: StringValue<Q>,
      password: StringValue<Q>,
    ): StringExpression<Q>;
  };
  readonly strings: {
    /**
     * The text in double quotes, escaped.
     *
     * CEL: `strings.quote(string)` (string).
     *
     * Which characters it escapes is not documented.
     */
    quote<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
  };
  readonly hash: {
    /**
     * The CRC-32 (IEEE) of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.crc32(string)` (string).
     *
     * What other formats do is not documented.
     */
    crc32<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The CRC-32 (IEEE) of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.crc32(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    crc32<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The CRC-64 (ISO) of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.crc64(string)` (string).
     *
     * What other formats do is not documented.
     */
    crc64<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The CRC-64 (ISO) of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.crc64(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    crc64<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The MD5 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.md5(string)` (string).
     *
     * What other formats do is not documented.
     */
    md5<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The MD5 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.md5(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    md5<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The SHA-1 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha1(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha1<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The SHA-1 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha1(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    sha1<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The SHA-256 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha256(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha256<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The SHA-256 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha256(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    sha256<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The SHA-512 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha512(string)` (string).
     *
     * What other formats do is not documented.
     */
    sha512<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The SHA-512 of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.sha512(string, string)` (string).
     *
     * What other formats do is not documented.
     */
    sha512<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
    /**
     * The 64 bit xxHash of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.xxhash64(string)` (string).
     *
     * What other formats do is not documented.
     *
     * The seed is not documented; the examples have 0.
     */
    xxhash64<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The 64 bit xxHash of a text, as `hex` or as `base64`.
     *
     * CEL: `hash.xxhash64(string, string)` (string).
     *
     * What other formats do is not documented.
     *
     * The seed is not documented; the examples have 0.
     */
    xxhash64<Q extends Restriction = never>(
      text: StringValue<Q>,
      format: StringValue<Q>,
    ): StringExpression<Q>;
  };
  readonly json: {
    /**
     * The list or map that JSON describes.
     *
     * CEL: `json.decode(string)` (dyn).
     *
     * What it does with invalid JSON, and with JSON that is neither a list nor a map, is not documented.
     */
    decode<Q extends Restriction = never>(json: StringValue<Q>): DynExpression<Q>;
    /**
     * A list or map as JSON.
     *
     * CEL: `json.encode(list(A))` (string).
     *
     * The order of keys is not documented.
     */
    encode<Q extends Restriction = never>(
      value: readonly DynValue<Q>[] | ListExpression<Kind, Q> | DynExpression<Q>,
    ): StringExpression<Q>;
    /**
     * A list or map as JSON.
     *
     * CEL: `json.encode(map(A, B))` (string).
     *
     * The order of keys is not documented.
     */
    encode<Q extends Restriction = never>(
      value: MapExpression<Kind, Q> | DynExpression<Q>,
    ): StringExpression<Q>;
  };
  readonly queryString: {
    /**
     * The parameters of a query string.
     *
     * CEL: `queryString.decode(string)` (map(string, dyn)).
     *
     * What a parameter is that is there several times is not documented.
     */
    decode<Q extends Restriction = never>(query: StringValue<Q>): IndexedMap<"dyn", Q>;
    /**
     * Parameters as a query string.
     *
     * CEL: `queryString.encode(map(A, B))` (string).
     *
     * The order of parameters is not documented.
     */
    encode<Q extends Restriction = never>(
      parameters: MapExpression<Kind, Q> | DynExpression<Q>,
    ): StringExpression<Q>;
  };
  readonly url: {
    /**
     * The parts of a URL.
     *
     * CEL: `url.parse(string)` (url).
     *
     * What it does with a text that is no URL is not documented.
     */
    parse<Q extends Restriction = never>(url: StringValue<Q>): UrlExpression<Q>;
    /**
     * The text, escaped for a URL.
     *
     * CEL: `url.escape(string)` (string).
     *
     * Which characters it escapes is not documented, except for `/`.
     */
    escape<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
    /**
     * The text without the escapes of a URL.
     *
     * CEL: `url.unescape(string)` (string).
     *
     * What it does with `+` and with invalid escapes is not documented.
     */
    unescape<Q extends Restriction = never>(text: StringValue<Q>): StringExpression<Q>;
  };
  readonly lists: {
    /**
     * The numbers from 0 on, this many.
     *
     * CEL: `lists.range(int)` (list(int)).
     */
    range<Q extends Restriction = never>(count: IntValue<Q>): ListExpression<"int", Q>;
  };
  readonly rand: {
    /**
     * A random number, from 0 to 1.
     *
     * CEL: `rand.double()` (double).
     *
     * Whether it can be 1 is not documented.
     */
    double(): DoubleExpression<never>;
    /**
     * A random whole number: 0 or 1, or from a minimum to a maximum, which may be it as well.
     *
     * CEL: `rand.int()` (int).
     *
     * That it can be the maximum follows from the examples.
     *
     * What it does with bounds that are negative or in the wrong order is not documented.
     */
    int(): IntExpression<never>;
    /**
     * A random whole number: 0 or 1, or from a minimum to a maximum, which may be it as well.
     *
     * CEL: `rand.int(int, int)` (int).
     *
     * That it can be the maximum follows from the examples.
     *
     * What it does with bounds that are negative or in the wrong order is not documented.
     */
    int<Q extends Restriction = never>(
      minimum: IntValue<Q>,
      maximum: IntValue<Q>,
    ): IntExpression<Q>;
  };
  readonly secrets: {
    /**
     * A secret of a vault.
     *
     * CEL: `secrets.get(string, string)` (string).
     *
     * What it does if there is no such secret is not documented.
     */
    get<Q extends Restriction = never>(
      vault: StringValue<Q>,
      name: StringValue<Q>,
    ): StringExpression<Q>;
  };
} = functionsOf(phases);
