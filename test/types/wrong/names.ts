import { conn, endpoint, req, res, time } from "@traffic-policy/policy-builder";

// TS2551: Property 'methd' does not exist on type 'ReqVariables'. Did you mean 'method'?
req.methd;

// TS2551: Property 'content_length' does not exist on type 'ReqVariables'. Did you mean 'contentLength'?
req.content_length;

// TS2551: Property 'pth' does not exist on type 'StringExpression<"HTTP"> & ReqUrlVariables'. Did you mean 'path'?
req.url.pth;

// TS2551: Property 'queryparams' does not exist on type 'StringExpression<"HTTP"> & ReqUrlVariables'. Did you mean 'queryParams'?
req.url.queryparams;

// TS2339: Property 'charset' does not exist on type 'StringExpression<"HTTP"> & Presence<"string", "HTTP"> & ReqContentTypeVariables'.
req.contentType.charset;

// TS2551: Property 'statuscode' does not exist on type 'ResVariables'. Did you mean 'statusCode'?
res.statuscode;

// TS2551: Property 'clientIP' does not exist on type 'ConnVariables'. Did you mean 'clientIp'?
conn.clientIP;

// TS2551: Property 'countrycode' does not exist on type 'ConnGeoVariables'. Did you mean 'countryCode'?
conn.geo.countrycode;

// TS2551: Property 'commonname' does not exist on type 'StringExpression<"HTTP or TLS"> & Presence<"string", "HTTP or TLS"> & ConnTlsClientSubjectVariables'. Did you mean 'commonName'?
conn.tls.client.subject.commonname;

// TS2551: Property 'clients' does not exist on type 'ConnTlsVariables'. Did you mean 'client'?
conn.tls.clients;

// TS2339: Property 'adress' does not exist on type 'EndpointVariables'.
endpoint.adress;

// TS2551: Property 'Now' does not exist on type 'TimeVariables'. Did you mean 'now'?
time.Now;

// TS2339: Property 'includes' does not exist on type 'StringExpression<"HTTP">'.
req.method.includes("x");

// TS2339: Property 'length' does not exist on type 'StringExpression<"HTTP">'.
req.method.length;

// TS2339: Property 'toLowerCase' does not exist on type 'StringExpression<"HTTP">'.
req.method.toLowerCase();

// TS2339: Property 'greaterThan' does not exist on type 'IfPresent<"int", "HTTP">'.
req.contentLength.greaterThan(5);

// TS2339: Property 'length' does not exist on type 'ListExpression<"string", "HTTP">'.
req.header("X").length;

// TS2339: Property 'contains' does not exist on type 'ListExpression<"string", "HTTP">'.
req.header("X").contains("a");

// TS2339: Property 'exists' does not exist on type 'ListExpression<"string", "HTTP">'.
// TS7006: Parameter 'value' implicitly has an 'any' type.
req.header("X").exists((value) => value.eq("a"));

// TS2349: This expression is not callable. Type 'ListExpression<"string", "HTTP">' has no call signatures.
req.headers.get("x");

// TS2339: Property 'expiry' does not exist on type 'IfPresent<"cookie", "HTTP">'.
req.cookie("a").expiry;

// TS2349: This expression is not callable. Type 'MapExpression<"list(cookie)", "HTTP"> & { readonly [key: string]: ListExpression<"cookie", "HTTP">; }' has no call signatures.
req.cookies("a");
