import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { run } from "../packages/run.ts";

/** A library in a bill of materials, in the format of CycloneDX. */
interface Component {
  readonly type: "library" | "application";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly description?: string;
}

interface BillOfMaterials {
  readonly specVersion: string;
  readonly components: readonly Component[];
}

/**
 * The bill of materials of all packages: what npm installs with them, and what is bundled into them, which npm does
 * not know.
 *
 * @param project - a folder in which npm has installed the packages
 * @param names - of the packages
 * @param node - the version of Node.js in the single executable
 * @throws {Error} when it is not what the schema of CycloneDX says.
 */
export async function billOfMaterials(
  project: string,
  names: readonly string[],
  node: string,
): Promise<string> {
  const options = ["--sbom-format", "cyclonedx", "--loglevel", "error"];
  const text = await run("npm", ["sbom", ...options], { cwd: project });
  const bill = JSON.parse(text) as BillOfMaterials;
  const known = new Set(bill.components.map(({ purl }) => purl));
  const bundled = names
    .flatMap((name) => bundledBy(project, name))
    .filter(({ purl }) => !known.has(purl));
  const byAddress = new Map(bundled.map((component) => [component.purl, component]));
  const purl = `pkg:generic/node@${node}`;
  const runtime: Component = {
    type: "application",
    name: "node",
    version: node,
    purl,
    "bom-ref": purl,
    description: "In the single executable only.",
  };
  const whole = { ...bill, components: [...bill.components, ...byAddress.values(), runtime] };
  check(whole);
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

/** The libraries whose licences lie beside a bundle. */
function bundledBy(project: string, name: string): Component[] {
  const file = join(project, "node_modules", name, "dist/third-party-licenses.txt");
  if (!existsSync(file)) return [];
  const titles = readFileSync(file, "utf8").matchAll(/^(\S+) (\d\S*) \(.+\)$/gm);
  return [...titles].map(([, library = "", version = ""]) => {
    const purl = `pkg:npm/${library.replace("@", "%40")}@${version}`;
    const description = `Bundled into ${name}.`;
    return { type: "library", name: library, version, purl, "bom-ref": purl, description };
  });
}

/** @throws {Error} with the first place that the schema does not allow. */
function check(bill: BillOfMaterials): void {
  const library = dirname(
    fileURLToPath(import.meta.resolve("@cyclonedx/cyclonedx-library/package.json")),
  );
  const schema = (name: string): object => {
    const file = join(library, `res/schema/${name}.SNAPSHOT.schema.json`);
    return JSON.parse(readFileSync(file, "utf8")) as object;
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82"]) {
    // As the schema names them: next to it.
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  if (!ajv.validate(schema(`bom-${bill.specVersion}`), bill)) throw new Error(ajv.errorsText());
}
