/**
 * Names in web frameworks, proxies and other services, in lower case and without `_`, with their names in this
 * dialect.
 */
export const foreignNames: ReadonlyMap<string, string> = new Map([
  ["client.ip", "conn.client_ip"],
  ["clientip", "conn.client_ip"],
  ["conn.ip", "conn.client_ip"],
  ["conn.remoteip", "conn.client_ip"],
  ["ip", "conn.client_ip"],
  ["ip.src", "conn.client_ip"],
  ["remoteaddr", "conn.client_ip"],
  ["req.ip", "conn.client_ip"],
  ["req.clientip", "conn.client_ip"],
  ["req.connection.remoteaddress", "conn.client_ip"],
  ["req.remoteaddr", "conn.client_ip"],
  ["req.remoteaddress", "conn.client_ip"],
  ["req.socket.remoteaddress", "conn.client_ip"],
  ["request.ip", "conn.client_ip"],
  ["request.clientip", "conn.client_ip"],
  ["request.remoteaddr", "conn.client_ip"],

  ["headers", "req.headers"],
  ["http.request.headers", "req.headers"],
  ["request.headers", "req.headers"],
  ["response.headers", "res.headers"],

  ["http.request.method", "req.method"],
  ["method", "req.method"],
  ["request.method", "req.method"],

  ["http.host", "req.host"],
  ["req.hostname", "req.host"],
  ["request.host", "req.host"],
  ["request.hostname", "req.host"],

  ["cookies", "req.cookies"],
  ["request.cookies", "req.cookies"],
  ["response.cookies", "res.cookies"],

  ["http.request.uri", "req.url.uri"],
  ["http.request.uri.path", "req.url.path"],
  ["http.request.uri.query", "req.url.query"],
  ["path", "req.url.path"],
  ["req.originalurl", "req.url"],
  ["req.params", "req.url.query_params"],
  ["req.query", "req.url.query_params"],
  ["req.queryparams", "req.url.query_params"],
  ["req.querystring", "req.url.query"],
  ["req.uri", "req.url.uri"],
  ["request.params", "req.url.query_params"],
  ["request.path", "req.url.path"],
  ["request.query", "req.url.query_params"],
  ["request.uri", "req.url.uri"],
  ["request.url", "req.url"],

  ["http.useragent", "req.user_agent"],
  ["request.useragent", "req.user_agent"],
  ["useragent", "req.user_agent"],

  ["req.protocol", "req.url.scheme"],
  ["request.protocol", "req.url.scheme"],
  ["request.scheme", "req.url.scheme"],

  ["http.response.code", "res.status_code"],
  ["res.status", "res.status_code"],
  ["res.code", "res.status_code"],
  ["response.status", "res.status_code"],
  ["response.statuscode", "res.status_code"],
]);
