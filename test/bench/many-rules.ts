import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const count = 300;

/** Two projects with the same 300 rules: made with the builder, and as plain object literals. */
export interface ManyRules {
  readonly built: string;
  readonly plain: string;
  remove(): void;
}

/** Writes both projects into a folder of the repository, so that its packages are found. */
export function writeManyRules(): ManyRules {
  const folder = mkdtempSync(fileURLToPath(new URL("../types/.many-rules-", import.meta.url)));
  const project = (name: string, text: string): string => {
    const file = join(folder, `${name}.json`);
    writeFileSync(join(folder, `${name}.ts`), text);
    writeFileSync(file, JSON.stringify({ extends: "../tsconfig.json", files: [`./${name}.ts`] }));
    return file;
  };
  return {
    built: project("built", builtPolicy()),
    plain: project("plain", plainPolicy()),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const indexes = Array.from({ length: count }, (_item, index) => index);
const inbound = indexes.filter((index) => index % 4 !== 3);
const outbound = indexes.filter((index) => index % 4 === 3);

function builtPolicy(): string {
  return [
    "import { compressResponse, conn, customResponse, deny, policy, req, res, rule, text, urlRewrite }",
    '  from "@traffic-policy/policy-builder";',
    'export default policy({ protocol: "http" })',
    `  .inbound(${inbound.map(builtRule).join(",\n")})`,
    `  .outbound(${outbound.map(builtRule).join(",\n")});`,
  ].join("\n");
}

function plainPolicy(): string {
  return [
    'import type { PolicyDocument } from "@traffic-policy/policy-language";',
    "const document: PolicyDocument = {",
    `  inbound: [${inbound.map(plainRule).join(",\n")}],`,
    `  outbound: [${outbound.map(plainRule).join(",\n")}],`,
    "};",
    "export default document;",
  ].join("\n");
}

function builtRule(index: number): string {
  switch (index % 4) {
    case 0:
      return `rule("Posts ${index}")
        .when(req.method.eq("POST"), req.contentLength.gt(${1000 + index}))
        .when(conn.geo.countryCode.isIn("BR", "CN", "CU"))
        .do(customResponse({
          statusCode: 451,
          headers: { "content-type": "text/plain" },
          content: text\`not available in \${conn.geo.country}\`,
        }))`;
    case 1:
      return `rule("Crawlers ${index}")
        .when(req.header("User-Agent").some((v) => v.matches("(?i)bot${index}")))
        .do(deny({ statusCode: 403 }))`;
    case 2:
      return `rule("Old API ${index}")
        .when(req.url.path.startsWith("/v${index}/"))
        .do(urlRewrite({ from: "/v${index}/", to: "/v2/" }))`;
    default:
      return `rule("Compress ${index}")
        .when(res.statusCode.lt(300).and(res.header("X-${index}").size().gt(0)))
        .do(compressResponse({ algorithms: ["br", "gzip"] }))`;
  }
}

function plainRule(index: number): string {
  switch (index % 4) {
    case 0:
      return `{
        name: "Posts ${index}",
        expressions: [
          "req.method == 'POST'",
          "req.content_length > ${1000 + index}",
          "conn.geo.country_code in ['BR', 'CN', 'CU']",
        ],
        actions: [{
          type: "custom-response",
          config: {
            status_code: 451,
            headers: { "content-type": "text/plain" },
            content: "not available in \${conn.geo.country}",
          },
        }],
      }`;
    case 1:
      return `{
        name: "Crawlers ${index}",
        expressions: ["getReqHeader('User-Agent').exists(v, v.matches('(?i)bot${index}'))"],
        actions: [{ type: "deny", config: { status_code: 403 } }],
      }`;
    case 2:
      return `{
        name: "Old API ${index}",
        expressions: ["req.url.path.startsWith('/v${index}/')"],
        actions: [{ type: "url-rewrite", config: { from: "/v${index}/", to: "/v2/" } }],
      }`;
    default:
      return `{
        name: "Compress ${index}",
        expressions: ["res.status_code < 300 && size(getResHeader('X-${index}')) > 0"],
        actions: [{ type: "compress-response", config: { algorithms: ["br", "gzip"] } }],
      }`;
  }
}
