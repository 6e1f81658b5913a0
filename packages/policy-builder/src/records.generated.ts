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
import type { Restriction } from "./restriction.generated.ts";

/** The class of expressions for each record, and for lists of them. */
export interface Records<R extends Restriction> {
  cookie: CookieExpression<R>;
  "list(cookie)": ListExpression<"cookie", R>;
  extension: ExtensionExpression<R>;
  "list(extension)": ListExpression<"extension", R>;
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
   * The attributes that nothing else here holds.
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
   * @deprecated A name of an earlier era; today it is `secure`.
   */
  get Secure(): Condition<R> {
    return field("bool", this, "Secure", callSite());
  }

  /**
   * Its value.
   *
   * CEL: `Value` (string).
   *
   * @deprecated A name of an earlier era; today it is `value`.
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
   * Whether a certificate is refused by who does not know the extension.
   *
   * CEL: `critical` (bool).
   */
  get critical(): Condition<R> {
    return field("bool", this, "critical", callSite());
  }

  /**
   * What it says, not decoded.
   *
   * CEL: `value` (bytes).
   */
  get value(): BytesExpression<R> {
    return field("bytes", this, "value");
  }
}

defineKind("cookie", (tree, where, site) => new CookieExpression(tree, where, site));

defineKind("extension", (tree, where, site) => new ExtensionExpression(tree, where, site));
