import {
  addHeaders,
  compressResponse,
  conn,
  customResponse,
  deny,
  httpRequest,
  log,
  policy,
  req,
  res,
  rule,
  setVars,
  sseFindReplace,
  terminateTls,
  text,
  vars,
} from "@traffic-policy/policy-builder/phases";

const http = policy({ protocol: "http" });
const tcp = policy({ protocol: "tcp" });

// TS2345: Argument of type 'RuleBuilder<"all but on_tcp_connect">' is not assignable to parameter of type '"only for all but on_tcp_connect rules"'.
http.onTcpConnect(rule().when(req.host.eq("a")));

// TS2345: Argument of type 'RuleBuilder<"on_http_response and on_event_stream_message">' is not assignable to parameter of type '"only for on_http_response and on_event_stream_message rules"'.
http.onHttpRequest(rule().when(res.statusCode.ge(500)));

// TS2345: Argument of type 'RuleBuilder<"on_tcp_connect and on_http_request">' is not assignable to parameter of type '"only for on_tcp_connect and on_http_request rules"'.
http.onHttpResponse(rule().do(deny()));

// TS2345: Argument of type 'RuleBuilder<"on_http_request">' is not assignable to parameter of type '"only for on_http_request rules"'.
http.onTcpConnect(rule().do(deny({ statusCode: 403 })));

// TS2345: Argument of type 'RuleBuilder<"on_http_response">' is not assignable to parameter of type '"only for on_http_response rules"'.
http.onHttpRequest(rule().do(compressResponse()));

// TS2345: Argument of type 'RuleBuilder<"on_event_stream_message">' is not assignable to parameter of type '"only for on_event_stream_message rules"'.
http.onHttpRequest(rule().do(sseFindReplace({ replacements: [{ from: "a" }] })));

// TS2345: Argument of type 'RuleBuilder<"all but on_event_stream_message">' is not assignable to parameter of type '"only for all but on_event_stream_message rules"'.
http.onEventStreamMessage(rule().do(setVars({ tier: "free" })));

// TS2345: Argument of type 'RuleBuilder<"all but on_event_stream_message" | "all but on_tcp_connect">' is not assignable to parameter of type '"only for all but on_tcp_connect rules"'.
http.onTcpConnect(rule().do(setVars({ tier: text`${req.host}` })));

// TS2345: Argument of type 'RuleBuilder<"all but on_event_stream_message" | "all but on_tcp_connect">' is not assignable to parameter of type '"only for all but on_tcp_connect rules"'.
http.onTcpConnect(rule().do(log({ metadata: { host: [text`${req.host}`] } })));

// TS2345: Argument of type 'RuleBuilder<"TLS or HTTP on_tcp_connect">' is not assignable to parameter of type '"only for TLS or HTTP on_tcp_connect rules"'.
tcp.onTcpConnect(rule().do(terminateTls()));

// TS2345: Argument of type 'RuleBuilder<"HTTP or TLS">' is not assignable to parameter of type '"only for HTTP or TLS rules"'.
tcp.onTcpConnect(rule().when(conn.tls.sni.eq("a")));

// TS2684: The 'this' context of type 'PolicyBuilder<"tcp">' is not assignable to method's 'this' of type '"only for http policies, not for tcp"'.
tcp.onHttpRequest(rule().do(deny()));

// TS2684: The 'this' context of type 'PolicyBuilder<"tls">' is not assignable to method's 'this' of type '"only for http policies, not for tls"'.
policy({ protocol: "tls" }).onEventStreamMessage();

// TS2345: Argument of type 'PolicyBuilder<"http">' is not assignable to parameter of type '"for http, not for tcp"'.
tcp.extend(http);

// TS2339: Property 'inbound' does not exist on type 'PolicyBuilder<"http">'.
http.inbound(rule());

// TS2322: Type 'StringExpression<"all but on_tcp_connect">' is not assignable to type 'JsonTextValue<never>'. Type 'StringExpression<"all but on_tcp_connect">' is not assignable to type 'JsonTextObject<never>'. Index signature for type 'string' is missing in type 'StringExpression<"all but on_tcp_connect">'.
setVars({ host: req.host });

// TS2322: Type 'Date' is not assignable to type 'JsonTextValue<never>'. Type 'Date' is not assignable to type 'JsonTextObject<never>'. Index signature for type 'string' is missing in type 'Date'.
setVars({ at: new Date() });

// TS2353: Object literal may only specify known properties, and 'content' does not exist in type 'CustomResponseConfig<never>'.
customResponse({ content: "Later." });

// TS2322: Type 'StringExpression<"all but on_tcp_connect">' is not assignable to type 'TextValue<never> | undefined'. Property '[writtenText]' is missing in type 'StringExpression<"all but on_tcp_connect">' but required in type 'Text<never>'.
customResponse({ statusCode: 503, body: req.host });

// TS2322: Type '"TRACE"' is not assignable to type '"DELETE" | "GET" | "OPTIONS" | "PATCH" | "POST" | "PUT" | undefined'.
httpRequest({ url: "https://a", method: "TRACE" });

// TS2741: Property 'value' is missing in type '{ key: string; }' but required in type '{ readonly key: TextValue<never>; readonly value: TextValue<never>; }'.
httpRequest({ url: "https://a", queryParams: [{ key: "a" }] });

// TS2322: Type 'DynExpression<never>' is not assignable to type 'TextValue<never>'. Property '[writtenText]' is missing in type 'DynExpression<never>' but required in type 'Text<never>'.
addHeaders({ headers: { a: vars.tier } });

// TS2322: Type 'RegExp' is not assignable to type 'TextValue<never>'.
sseFindReplace({ replacements: [{ from: /a/ }] });

// TS2345: Argument of type 'ReqVariables' is not assignable to parameter of type 'DynValue<never>'.
vars.tier.eq(req);
