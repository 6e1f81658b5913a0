/** The compiler whose types the builder is tested with. */
export const typescriptVersion = "7.0.2";

/** The types of `process.env` and the like, which configurations use. */
export const nodeTypesVersion = "20.19.43";

/** What makes a target of each kind, with the identifiers that it gets on an emulator. */
const calls = {
  "https-route": { name: "httpsRoute", place: '"edge_1", "route_1"' },
  "tcp-edge": { name: "tcpEdge", place: '"edge_1"' },
  "cloud-endpoint": { name: "cloudEndpoint", place: '"ep_1"' },
} as const;

/** The one target of a configuration. */
export interface ProjectTarget {
  /** What it is called, like its policy's file. */
  readonly name: string;
  readonly kind: keyof typeof calls;
  /** The policy's file, relative to the project. */
  readonly policyFile: string;
}

/** A configuration with one target on an emulator. */
export function configurationText({ name, kind, policyFile }: ProjectTarget): string {
  const { name: target, place } = calls[kind];
  return `import { defineConfig, ${target} } from "traffic-policy";

export default defineConfig({
  // An emulator of the service on this machine, which needs no account and no key. For a real one:
  // service: { baseUrl: "https://api.example.com" }, and the key in TRAFFIC_POLICY_API_KEY.
  service: "emulator",
  targets: {
    ${name}: ${target}(${place}, "./${policyFile}"),
  },
});
`;
}

/** A manifest that names nothing yet. */
export function manifestText(name: string): string {
  return `{
  "name": ${JSON.stringify(name)},
  "private": true,
  "type": "module"
}
`;
}

/**
 * The scripts of a manifest.
 *
 * @param options.place - the folder whose tsconfig.json checks the policies
 */
export function projectScripts({
  place,
  hasCases,
}: {
  readonly place: string;
  readonly hasCases: boolean;
}): Readonly<Record<string, string>> {
  return {
    "policies:lint": "traffic-policy lint",
    ...(hasCases && { "policies:test": "traffic-policy test" }),
    "policies:types": place === "." ? "tsc --noEmit" : `tsc --noEmit -p ${place}`,
  };
}

/**
 * What a manifest needs to be installed.
 *
 * @param version - of this package
 */
export function projectDependencies(version: string): Readonly<Record<string, string>> {
  return {
    "@traffic-policy/policy-builder": version,
    "traffic-policy": version,
    "@types/node": nodeTypesVersion,
    typescript: typescriptVersion,
  };
}

/** What is checked of a project whose configuration is at its top. */
export const checkedFiles: readonly string[] = ["traffic-policy.config.ts", "policies"];

/**
 * What the compiler is told.
 *
 * @param mayBeEmpty - whether there may be no TypeScript yet, which `references` keep from being an error
 */
export function tsconfigText(include: readonly string[], mayBeEmpty: boolean): string {
  return `{
  "compilerOptions": {
    "target": "es2023",
    "module": "preserve",
    "types": ["node"],
    "strict": true,
    "erasableSyntaxOnly": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true
  },
  "include": [${include.map((path) => JSON.stringify(path)).join(", ")}]${mayBeEmpty ? ',\n  "references": []' : ""}
}
`;
}

/** What git must not take: what is installed, and what the command keeps from run to run. */
export const gitignoreText = "node_modules/\n.traffic-policy/\n";
