/** A policy in which every kind of thing happens that a report shows. */
export const shop = `inbound:
  - name: Only for members
    expressions:
      - >-
        hasReqHeader('X-Member') || (req.method == 'GET' && conn.geo.country_code in ['NO', 'SE'])
      - "!(req.url.path.startsWith('/admin/') && conn.client_ip != '192.0.2.7')"
    actions:
      - type: url-rewrite
        config: { from: /v1/, to: /v2/ }
      - type: add-headers
        config: { headers: { x-method: "\${req.method}" } }
      - type: remove-headers
        config: { headers: [cookie] }
      - type: log
        config: { metadata: { path: "\${req.url.path}" } }
  - name: Needs a token
    expressions: ["req.headers['authorization'][0].startsWith('Bearer ')"]
    actions:
      - type: jwt-validation
        config: { issuer: { allow_list: [{ value: "https://example.com" }] } }
  - expressions: ["conn.client_ip == '203.0.113.7'"]
    actions:
      - type: custom-response
        config: { status_code: 451, content: "Not here, \${conn.client_ip}.", headers: { a: b } }
  - name: Never after that
    expressions: ["req.url.path == '/never'"]
    actions: [{ type: deny }]
outbound:
  - name: Compress
    expressions: [res.status_code < 300, "!('x-raw' in res.headers)"]
    actions:
      - type: compress-response
        config: { algorithms: [gzip, br] }
`;
