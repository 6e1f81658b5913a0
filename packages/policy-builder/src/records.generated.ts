// Generated from the catalogue's records by "pnpm generate"; do not edit.
import {
  BoolExpression,
  BytesExpression,
  DurationExpression,
  MapExpression,
  StringExpression,
  TimestampExpression,
  TypedExpression,
  mapOf,
} from "./expressions/index.ts";

/** A cookie of the request or the response. */
export class CookieExpression extends TypedExpression {
  declare readonly celType: "cookie";

  /**
   * Its name.
   *
   * CEL: `name` (string).
   */
  get name(): StringExpression {
    return this.field("name", StringExpression);
  }

  /**
   * Its value.
   *
   * CEL: `value` (string).
   */
  get value(): StringExpression {
    return this.field("value", StringExpression);
  }

  /**
   * The domain that it is for.
   *
   * CEL: `domain` (string).
   *
   * It is listed for cookies of the response only.
   */
  get domain(): StringExpression {
    return this.field("domain", StringExpression);
  }

  /**
   * When it expires.
   *
   * CEL: `expires` (timestamp).
   *
   * It is listed for cookies of the response only.
   */
  get expires(): TimestampExpression {
    return this.field("expires", TimestampExpression);
  }

  /**
   * Whether scripts in the browser cannot read it.
   *
   * CEL: `http_only` (bool).
   *
   * It is listed for cookies of the response only.
   */
  get httpOnly(): BoolExpression {
    return this.field("http_only", BoolExpression);
  }

  /**
   * After how long it expires.
   *
   * CEL: `max_age` (duration).
   *
   * It is listed for cookies of the response only.
   */
  get maxAge(): DurationExpression {
    return this.field("max_age", DurationExpression);
  }

  /**
   * The path that it is for.
   *
   * CEL: `path` (string).
   *
   * It is listed for cookies of the response only.
   */
  get path(): StringExpression {
    return this.field("path", StringExpression);
  }

  /**
   * Whether requests from other sites carry it: its `SameSite`.
   *
   * CEL: `same_site` (string).
   *
   * It is listed for cookies of the response only.
   */
  get sameSite(): StringExpression {
    return this.field("same_site", StringExpression);
  }

  /**
   * Whether only secure connections carry it.
   *
   * CEL: `secure` (bool).
   *
   * It is listed for cookies of the response only.
   */
  get secure(): BoolExpression {
    return this.field("secure", BoolExpression);
  }

  /**
   * The attributes that nothing else here holds.
   *
   * CEL: `unparsed_attributes` (map(string, string)).
   *
   * It is listed for cookies of the response only.
   */
  get unparsedAttributes(): MapExpression<StringExpression> {
    return this.field("unparsed_attributes", mapOf(StringExpression));
  }
}

/** An extension of a certificate. */
export class ExtensionExpression extends TypedExpression {
  declare readonly celType: "extension";

  /**
   * Its object identifier, such as `2.5.29.15`.
   *
   * CEL: `id` (string).
   */
  get id(): StringExpression {
    return this.field("id", StringExpression);
  }

  /**
   * Whether a certificate is refused by who does not know the extension.
   *
   * CEL: `critical` (bool).
   */
  get critical(): BoolExpression {
    return this.field("critical", BoolExpression);
  }

  /**
   * What it says, not decoded.
   *
   * CEL: `value` (bytes).
   */
  get value(): BytesExpression {
    return this.field("value", BytesExpression);
  }
}
