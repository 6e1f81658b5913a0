// Generated from the catalogue's records by "pnpm generate"; do not edit.
import type {
  Condition,
  IndexedMap,
  IntExpression,
  ListExpression,
  StringExpression,
} from "../expressions/index.ts";
import { callSite } from "../call-site.ts";
import { field } from "../expressions/build.ts";
import { kind } from "../expressions/cel-expression.ts";
import { defineKind } from "../expressions/kinds.ts";
import { RecordExpression } from "../expressions/record.ts";
import type { Restriction } from "../restriction.ts";

declare module "../records.generated.ts" {
  interface Records<R extends Restriction> {
    http_attempt: HttpAttemptExpression<R>;
    "list(http_attempt)": ListExpression<"http_attempt", R>;
    http_attempt_request: HttpAttemptRequestExpression<R>;
    "list(http_attempt_request)": ListExpression<"http_attempt_request", R>;
    http_attempt_response: HttpAttemptResponseExpression<R>;
    "list(http_attempt_response)": ListExpression<"http_attempt_response", R>;
    matched_rule: MatchedRuleExpression<R>;
    "list(matched_rule)": ListExpression<"matched_rule", R>;
    replacement: ReplacementExpression<R>;
    "list(replacement)": ListExpression<"replacement", R>;
    url: UrlExpression<R>;
    "list(url)": ListExpression<"url", R>;
    "map(string, dyn)": IndexedMap<"dyn", R>;
    "list(map(string, dyn))": ListExpression<"map(string, dyn)", R>;
  }
}

/** An attempt of `http-request`. */
export class HttpAttemptExpression<out R extends Restriction = never> extends RecordExpression<
  "http_attempt",
  R
> {
  get [kind](): "http_attempt" {
    return "http_attempt";
  }

  /**
   * The address that was asked.
   *
   * CEL: `resolved_ip` (string).
   */
  get resolvedIp(): StringExpression<R> {
    return field("string", this, "resolved_ip");
  }

  /**
   * The headers of the response.
   *
   * CEL: `response_header` (map(string, list(string))).
   */
  get responseHeader(): IndexedMap<"list(string)", R> {
    return field("map(string, list(string))", this, "response_header");
  }

  /**
   * The status of the response.
   *
   * CEL: `response_status_code` (int).
   */
  get responseStatusCode(): IntExpression<R> {
    return field("int", this, "response_status_code");
  }

  /**
   * How long it took.
   *
   * CEL: `response_time_ms` (string).
   */
  get responseTimeMs(): StringExpression<R> {
    return field("string", this, "response_time_ms");
  }
}

/** The request of `http-request`. */
export class HttpAttemptRequestExpression<
  out R extends Restriction = never,
> extends RecordExpression<"http_attempt_request", R> {
  get [kind](): "http_attempt_request" {
    return "http_attempt_request";
  }

  /**
   * Its method.
   *
   * CEL: `method` (string).
   */
  get method(): StringExpression<R> {
    return field("string", this, "method");
  }

  /**
   * Its headers.
   *
   * CEL: `header` (map(string, list(string))).
   */
  get header(): IndexedMap<"list(string)", R> {
    return field("map(string, list(string))", this, "header");
  }

  /**
   * Its URL.
   *
   * CEL: `url` (string).
   */
  get url(): StringExpression<R> {
    return field("string", this, "url");
  }

  /**
   * Its body.
   *
   * CEL: `body` (string).
   */
  get body(): StringExpression<R> {
    return field("string", this, "body");
  }
}

/** The response to `http-request`. */
export class HttpAttemptResponseExpression<
  out R extends Restriction = never,
> extends RecordExpression<"http_attempt_response", R> {
  get [kind](): "http_attempt_response" {
    return "http_attempt_response";
  }

  /**
   * The address that answered.
   *
   * CEL: `resolved_ip` (string).
   */
  get resolvedIp(): StringExpression<R> {
    return field("string", this, "resolved_ip");
  }

  /**
   * Its headers.
   *
   * CEL: `header` (map(string, list(string))).
   */
  get header(): IndexedMap<"list(string)", R> {
    return field("map(string, list(string))", this, "header");
  }

  /**
   * Its status.
   *
   * CEL: `status_code` (int).
   */
  get statusCode(): IntExpression<R> {
    return field("int", this, "status_code");
  }

  /**
   * How long it took.
   *
   * CEL: `time_ms` (string).
   */
  get timeMs(): StringExpression<R> {
    return field("string", this, "time_ms");
  }

  /**
   * Its body.
   *
   * CEL: `body` (string).
   */
  get body(): StringExpression<R> {
    return field("string", this, "body");
  }
}

/** A rule of the OWASP Core Rule Set that matched. */
export class MatchedRuleExpression<out R extends Restriction = never> extends RecordExpression<
  "matched_rule",
  R
> {
  get [kind](): "matched_rule" {
    return "matched_rule";
  }

  /**
   * Its number.
   *
   * CEL: `id` (int).
   */
  get id(): IntExpression<R> {
    return field("int", this, "id");
  }

  /**
   * What it says.
   *
   * CEL: `message` (string).
   */
  get message(): StringExpression<R> {
    return field("string", this, "message");
  }

  /**
   * How severe it is.
   *
   * CEL: `severity` (string).
   */
  get severity(): StringExpression<R> {
    return field("string", this, "severity");
  }

  /**
   * What matched.
   *
   * CEL: `data` (string).
   */
  get data(): StringExpression<R> {
    return field("string", this, "data");
  }
}

/** A replacement that matched. */
export class ReplacementExpression<out R extends Restriction = never> extends RecordExpression<
  "replacement",
  R
> {
  get [kind](): "replacement" {
    return "replacement";
  }

  /**
   * Its place in the list, from 0.
   *
   * CEL: `replacement_index` (int).
   */
  get replacementIndex(): IntExpression<R> {
    return field("int", this, "replacement_index");
  }

  /**
   * What matched first.
   *
   * CEL: `matched_content` (string).
   */
  get matchedContent(): StringExpression<R> {
    return field("string", this, "matched_content");
  }
}

/** The parts of a URL. */
export class UrlExpression<out R extends Restriction = never> extends RecordExpression<"url", R> {
  get [kind](): "url" {
    return "url";
  }

  /**
   * Its scheme, in lower case.
   *
   * CEL: `scheme` (string).
   */
  get scheme(): StringExpression<R> {
    return field("string", this, "scheme");
  }

  /**
   * Its host, with the port if there is one.
   *
   * CEL: `host` (string).
   */
  get host(): StringExpression<R> {
    return field("string", this, "host");
  }

  /**
   * Its path, decoded.
   *
   * CEL: `path` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get path(): StringExpression<R> {
    return field("string", this, "path");
  }

  /**
   * Its path as written, if decoding loses something.
   *
   * CEL: `rawpath` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get rawpath(): StringExpression<R> {
    return field("string", this, "rawpath");
  }

  /**
   * Its query string, without the `?`.
   *
   * CEL: `rawquery` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get rawquery(): StringExpression<R> {
    return field("string", this, "rawquery");
  }

  /**
   * What follows the `#`, decoded.
   *
   * CEL: `fragment` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get fragment(): StringExpression<R> {
    return field("string", this, "fragment");
  }

  /**
   * The same as written, if decoding loses something.
   *
   * CEL: `rawfragment` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get rawfragment(): StringExpression<R> {
    return field("string", this, "rawfragment");
  }

  /**
   * What follows the scheme of a URL without a `/` there.
   *
   * CEL: `opaque` (string).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get opaque(): StringExpression<R> {
    return field("string", this, "opaque");
  }

  /**
   * Whether it has a scheme and a path, but no host.
   *
   * CEL: `omithost` (bool).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get omithost(): Condition<R> {
    return field("bool", this, "omithost", callSite());
  }

  /**
   * Whether it ends with a `?` and has no query string.
   *
   * CEL: `forcequery` (bool).
   *
   * It follows from the documented fields of Go, and is not listed itself.
   */
  get forcequery(): Condition<R> {
    return field("bool", this, "forcequery", callSite());
  }
}

defineKind("http_attempt", (tree, where, site) => new HttpAttemptExpression(tree, where, site));

defineKind(
  "http_attempt_request",
  (tree, where, site) => new HttpAttemptRequestExpression(tree, where, site),
);

defineKind(
  "http_attempt_response",
  (tree, where, site) => new HttpAttemptResponseExpression(tree, where, site),
);

defineKind("matched_rule", (tree, where, site) => new MatchedRuleExpression(tree, where, site));

defineKind("replacement", (tree, where, site) => new ReplacementExpression(tree, where, site));

defineKind("url", (tree, where, site) => new UrlExpression(tree, where, site));
