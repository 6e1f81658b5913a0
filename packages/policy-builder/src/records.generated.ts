// Generated from the catalogue's records by "pnpm generate"; do not edit.
import type {
  BytesExpression,
  Condition,
  DurationExpression,
  IndexedMap,
  ListExpression,
  StringExpression,
  TimestampExpression,
} from "./expressions/index.ts";
import { callSite } from "./call-site.ts";
import { field } from "./expressions/build.ts";
import { kind } from "./expressions/cel-expression.ts";
import { defineKind } from "./expressions/kinds.ts";
import { RecordExpression } from "./expressions/record.ts";
import type { Restriction } from "./restriction.ts";

/** The class of expressions for each record, and for lists of them; a dialect may have more. */
export interface Records<R extends Restriction> {
  cookie: CookieExpression<R>;
  "list(cookie)": ListExpression<"cookie", R>;
  extension: ExtensionExpression<R>;
  "list(extension)": ListExpression<"extension", R>;
  jwt: JwtExpression<R>;
  "list(jwt)": ListExpression<"jwt", R>;
}

/** A cookie of the request or the response. */
export class CookieExpression<out R extends Restriction = never> extends RecordExpression<
  "cookie",
  R
> {
  get [kind](): "cookie" {
    return "cookie";
  }

  /**
   * Its name.
   *
   * CEL: `name` (string).
   */
  get name(): StringExpression<R> {
    return field("string", this, "name");
  }

  /**
   * Its value.
   *
   * CEL: `value` (string).
   */
  get value(): StringExpression<R> {
    return field("string", this, "value");
  }

  /**
   * The domain that it is for.
   *
   * CEL: `domain` (string).
   *
   * Perhaps missing or empty when the cookie has no such attribute.
   *
   * It is listed for cookies of the response only.
   */
  get domain(): StringExpression<R> {
    return field("string", this, "domain");
  }

  /**
   * When it expires.
   *
   * CEL: `expires` (timestamp).
   *
   * Perhaps missing or empty when the cookie has no such attribute.
   *
   * It is listed for cookies of the response only.
   */
  get expires(): TimestampExpression<R> {
    return field("timestamp", this, "expires");
  }

  /**
   * Whether scripts in the browser cannot read it.
   *
   * CEL: `http_only` (bool).
   *
   * It is listed for cookies of the response only.
   */
  get httpOnly(): Condition<R> {
    return field("bool", this, "http_only", callSite());
  }

  /**
   * After how long it expires.
   *
   * CEL: `max_age` (duration).
   *
   * Perhaps missing or empty when the cookie has no such attribute.
   *
   * It is listed for cookies of the response only.
   */
  get maxAge(): DurationExpression<R> {
    return field("duration", this, "max_age");
  }

  /**
   * The path that it is for.
   *
   * CEL: `path` (string).
   *
   * Perhaps missing or empty when the cookie has no such attribute.
   *
   * It is listed for cookies of the response only.
   */
  get path(): StringExpression<R> {
    return field("string", this, "path");
  }

  /**
   * Whether requests from other sites carry it: its `SameSite`.
   *
   * CEL: `same_site` (string).
   *
   * Perhaps missing or empty when the cookie has no such attribute.
   *
   * It is listed for cookies of the response only.
   */
  get sameSite(): StringExpression<R> {
    return field("string", this, "same_site");
  }

  /**
   * Whether only secure connections carry it.
   *
   * CEL: `secure` (bool).
   *
   * It is listed for cookies of the response only.
   */
  get secure(): Condition<R> {
    return field("bool", this, "secure", callSite());
  }

  /**
   * All other attributes.
   *
   * CEL: `unparsed_attributes` (map(string, string)).
   *
   * It is listed for cookies of the response only.
   */
  get unparsedAttributes(): IndexedMap<"string", R> {
    return field("map(string, string)", this, "unparsed_attributes");
  }

  /**
   * Whether only secure connections carry it.
   *
   * CEL: `Secure` (bool).
   *
   * @deprecated Use `secure`.
   */
  get Secure(): Condition<R> {
    return field("bool", this, "Secure", callSite());
  }

  /**
   * Its value.
   *
   * CEL: `Value` (string).
   *
   * @deprecated Use `value`.
   */
  get Value(): StringExpression<R> {
    return field("string", this, "Value");
  }
}

/** An extension of a certificate. */
export class ExtensionExpression<out R extends Restriction = never> extends RecordExpression<
  "extension",
  R
> {
  get [kind](): "extension" {
    return "extension";
  }

  /**
   * Its object identifier, such as `2.5.29.15`.
   *
   * CEL: `id` (string).
   */
  get id(): StringExpression<R> {
    return field("string", this, "id");
  }

  /**
   * Whether software that does not know the extension must refuse the certificate.
   *
   * CEL: `critical` (bool).
   */
  get critical(): Condition<R> {
    return field("bool", this, "critical", callSite());
  }

  /**
   * Its value, not decoded.
   *
   * CEL: `value` (bytes).
   */
  get value(): BytesExpression<R> {
    return field("bytes", this, "value");
  }
}

/** A JSON Web Token that `jwt-validation` checked. */
export class JwtExpression<out R extends Restriction = never> extends RecordExpression<"jwt", R> {
  get [kind](): "jwt" {
    return "jwt";
  }

  /**
   * Its decoded header.
   *
   * CEL: `header` (map(string, dyn)).
   *
   * It is listed as a map of texts; claims and header fields can be numbers, lists or maps as well.
   */
  get header(): IndexedMap<"dyn", R> {
    return field("map(string, dyn)", this, "header");
  }

  /**
   * Where in the request it was: `header` or `body`.
   *
   * CEL: `location` (string).
   */
  get location(): StringExpression<R> {
    return field("string", this, "location");
  }

  /**
   * The name of that header, or of that field of the body.
   *
   * CEL: `location_property` (string).
   */
  get locationProperty(): StringExpression<R> {
    return field("string", this, "location_property");
  }

  /**
   * Its decoded claims.
   *
   * CEL: `payload` (map(string, dyn)).
   *
   * It is listed as a map of texts; claims and header fields can be numbers, lists or maps as well.
   */
  get payload(): IndexedMap<"dyn", R> {
    return field("map(string, dyn)", this, "payload");
  }

  /**
   * Its signature, as base64 text.
   *
   * CEL: `signature` (string).
   */
  get signature(): StringExpression<R> {
    return field("string", this, "signature");
  }

  /**
   * Whether it passed.
   *
   * CEL: `verified` (bool).
   */
  get verified(): Condition<R> {
    return field("bool", this, "verified", callSite());
  }
}

defineKind("cookie", (tree, where, site) => new CookieExpression(tree, where, site));

defineKind("extension", (tree, where, site) => new ExtensionExpression(tree, where, site));

defineKind("jwt", (tree, where, site) => new JwtExpression(tree, where, site));
