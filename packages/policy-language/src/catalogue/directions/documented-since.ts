/** The dates on which names of variables and actions first appeared in the service's documentation, where known. */
const names: Readonly<Record<string, string>> = {
  "2024-02-15": `
    conn.ClientIP conn.Geo.CountryCode conn.Geo.LatLongRadiusKm conn.Geo.Latitude
    conn.Geo.Longitude conn.TLS.CertCN conn.TLS.CipherSuite conn.TLS.SNI conn.TLS.Version
    req.ClientTLS.CertCN req.ClientTLS.CipherSuite req.ClientTLS.SNI req.ClientTLS.Version
    req.ContentLength req.Cookies req.Headers req.Host req.Location req.Method req.Params
    req.Protocol req.Trailers req.URL res.ContentLength res.Cookies res.Headers res.Location
    res.ServerTLS.CertCN res.ServerTLS.CipherSuite res.ServerTLS.SNI res.ServerTLS.Version
    res.StatusCode res.Trailers
  `,
  "2024-03-07": `
    req.Path
  `,
  "2024-05-28": `
    req.content_type req.content_type.parameters req.content_type.raw res.content_type
    res.content_type.parameters res.content_type.raw
  `,
  "2024-05-31": `
    req.url.user_password
  `,
  "2024-06-10": `
    conn.client_port req.content_encoding res.content_encoding
  `,
  "2024-06-25": `
    conn.ts.end conn.ts.start endpoint.addr endpoint.host endpoint.id endpoint.port
    endpoint.protocol endpoint.url req.ts.body_received req.ts.header_received req.url.port
    req.url.raw res.ts.body_sent res.ts.header_sent
  `,
  "2024-06-27": `
    actions.ngrok.add_headers.headers_added actions.ngrok.compress.already_compressed
    actions.ngrok.compress.negotiated_algorithm actions.ngrok.jwt_validation.error.code
    actions.ngrok.jwt_validation.error.message actions.ngrok.jwt_validation.tokens
    actions.ngrok.log.metadata actions.ngrok.rate_limit.bucket_key
    actions.ngrok.rate_limit.error.code actions.ngrok.rate_limit.error.message
    actions.ngrok.rate_limit.limited actions.ngrok.redirect.error.code
    actions.ngrok.redirect.error.message actions.ngrok.redirect.matches
    actions.ngrok.redirect.url actions.ngrok.remove_headers.headers_removed
    actions.ngrok.restrict_ips.action actions.ngrok.restrict_ips.error.code
    actions.ngrok.restrict_ips.error.message actions.ngrok.restrict_ips.matched_cidr
    actions.ngrok.url_rewrite.error.code actions.ngrok.url_rewrite.error.message
    actions.ngrok.url_rewrite.matches actions.ngrok.url_rewrite.url
  `,
  "2024-09-25": `
    forward-internal
  `,
};

const usual = "2024-05-24";

export function documentedSince(variables: readonly string[]): ReadonlyMap<string, string> {
  const known = Object.entries(names).flatMap(([day, all]) =>
    all
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [name, day]),
  );
  return new Map([...variables.map((name): [string, string] => [name, usual]), ...known]);
}
