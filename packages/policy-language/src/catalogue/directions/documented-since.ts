/** The days on which the service's documentation first had names of variables and actions, where that is known. */
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
  "2024-05-24": `
    conn.bytes_in conn.bytes_out conn.client_ip conn.end_ts conn.geo.city conn.geo.country
    conn.geo.country_code conn.geo.latitude conn.geo.longitude conn.geo.radius
    conn.geo.subdivision conn.server_ip conn.server_port conn.start_ts conn.tls.cipher_suite
    conn.tls.client.extensions conn.tls.client.issuer conn.tls.client.issuer.common_name
    conn.tls.client.issuer.country conn.tls.client.issuer.locality
    conn.tls.client.issuer.organization conn.tls.client.issuer.organizational_unit
    conn.tls.client.issuer.postal_code conn.tls.client.issuer.province
    conn.tls.client.issuer.street_address conn.tls.client.san conn.tls.client.san.dns_names
    conn.tls.client.san.email_addresses conn.tls.client.san.ip_addresses
    conn.tls.client.san.uris conn.tls.client.serial_number conn.tls.client.signature_algorithm
    conn.tls.client.subject conn.tls.client.subject.common_name
    conn.tls.client.subject.country conn.tls.client.subject.locality
    conn.tls.client.subject.organization conn.tls.client.subject.organizational_unit
    conn.tls.client.subject.postal_code conn.tls.client.subject.province
    conn.tls.client.subject.street_address conn.tls.client.validity.not_after
    conn.tls.client.validity.not_before conn.tls.server.extensions conn.tls.server.issuer
    conn.tls.server.issuer.common_name conn.tls.server.issuer.country
    conn.tls.server.issuer.locality conn.tls.server.issuer.organization
    conn.tls.server.issuer.organizational_unit conn.tls.server.issuer.postal_code
    conn.tls.server.issuer.province conn.tls.server.issuer.street_address conn.tls.server.san
    conn.tls.server.san.dns_names conn.tls.server.san.email_addresses
    conn.tls.server.san.ip_addresses conn.tls.server.san.uris conn.tls.server.serial_number
    conn.tls.server.signature_algorithm conn.tls.server.subject
    conn.tls.server.subject.common_name conn.tls.server.subject.country
    conn.tls.server.subject.locality conn.tls.server.subject.organization
    conn.tls.server.subject.organizational_unit conn.tls.server.subject.postal_code
    conn.tls.server.subject.province conn.tls.server.subject.street_address
    conn.tls.server.validity.not_after conn.tls.server.validity.not_before conn.tls.sni
    conn.tls.version req.content_length req.cookies req.headers req.host req.location
    req.method req.trailers req.url req.url.authority req.url.host req.url.path req.url.query
    req.url.query_params req.url.raw_path req.url.scheme req.url.uri req.url.user
    req.user_agent req.version res.content_length res.cookies res.headers res.location
    res.status_code res.trailers time.now
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

/** The same by the names. */
export const documentedSince: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([day, all]) =>
    all
      .trim()
      .split(/\s+/)
      .map((name): [string, string] => [name, day]),
  ),
);
