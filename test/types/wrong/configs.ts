import {
  addHeaders,
  compressResponse,
  customResponse,
  deny,
  log,
  rateLimit,
  redirect,
  req,
  text,
  urlRewrite,
} from "@traffic-policy/policy-builder";

// TS2554: Expected 1 arguments, but got 0.
customResponse();

// TS2741: Property 'statusCode' is missing in type '{}' but required in type 'CustomResponseConfig<never>'.
customResponse({});

// TS2741: Property 'statusCode' is missing in type '{ content: string; }' but required in type 'CustomResponseConfig<never>'.
customResponse({ content: "Later." });

// TS2322: Type 'string' is not assignable to type 'number'.
customResponse({ statusCode: "503" });

// TS2353: Object literal may only specify known properties, and 'body' does not exist in type 'CustomResponseConfig<never>'.
customResponse({ statusCode: 503, body: "Later." });

// TS2322: Type 'number' is not assignable to type 'TextValue<never> | undefined'.
customResponse({ statusCode: 503, content: 5 });

// TS2322: Type 'StringExpression<"HTTP">' is not assignable to type 'TextValue<never> | undefined'. Property '[writtenText]' is missing in type 'StringExpression<"HTTP">' but required in type 'Text<never>'.
customResponse({ statusCode: 503, content: req.host });

// TS2322: Type 'number' is not assignable to type 'TextValue<never>'.
customResponse({ statusCode: 503, headers: { "retry-after": 5 } });

// TS2322: Type 'string[]' is not assignable to type 'Readonly<Record<string, TextValue<never>>>'. Index signature for type 'string' is missing in type 'string[]'.
customResponse({ statusCode: 503, headers: ["retry-after"] });

// TS2353: Object literal may only specify known properties, and 'status' does not exist in type 'DenyConfig'.
deny({ status: 403 });

// TS2322: Type 'string' is not assignable to type 'number'.
deny({ statusCode: "403" });

// TS2559: Type '403' has no properties in common with type 'DenyConfig'.
deny(403);

// TS2741: Property 'to' is missing in type '{ from: string; }' but required in type 'UrlRewriteConfig<never>'.
urlRewrite({ from: "/v1/" });

// TS2322: Type 'RegExp' is not assignable to type 'TextValue<never>'.
urlRewrite({ from: /v1/, to: "/v2/" });

// TS2322: Type '"apache"' is not assignable to type '"nginx" | "ngrok" | undefined'.
urlRewrite({ from: "/v1/", to: "/v2/", format: "apache" });

// TS2820: Type '"zip"' is not assignable to type '"br" | "compress" | "deflate" | "gzip"'. Did you mean '"gzip"'?
compressResponse({ algorithms: ["zip"] });

// TS2322: Type 'string' is not assignable to type 'readonly ("br" | "compress" | "deflate" | "gzip")[]'.
compressResponse({ algorithms: "gzip" });

// TS2561: Object literal may only specify known properties, but 'status_code' does not exist in type 'RedirectConfig<never>'. Did you mean to write 'statusCode'?
redirect({ to: "/", status_code: 301 });

// TS2353: Object literal may only specify known properties, and '"x-a"' does not exist in type 'AddHeadersConfig<never>'.
addHeaders({ "x-a": "b" });

// TS2353: Object literal may only specify known properties, and 'message' does not exist in type 'LogConfig<never>'.
log({ message: "a" });

// TS2322: Type 'Date' is not assignable to type 'JsonTextValue<never>'. Type 'Date' is not assignable to type 'JsonTextObject<never>'. Index signature for type 'string' is missing in type 'Date'.
log({ metadata: { at: new Date() } });

// TS2322: Type '"fixed"' is not assignable to type '"sliding_window"'.
rateLimit({ name: "a", algorithm: "fixed", capacity: 1, rate: "60s", bucketKey: [] });

// TS2322: Type 'number' is not assignable to type 'string'.
rateLimit({ name: "a", algorithm: "sliding_window", capacity: 1, rate: 60, bucketKey: [] });

// TS2345: Argument of type '{}' is not assignable to parameter of type 'string | number | bigint | CelExpression<never>'.
text`${{}}`;

// TS2345: Argument of type 'undefined' is not assignable to parameter of type 'string | number | bigint | CelExpression<never>'.
text`${undefined}`;
