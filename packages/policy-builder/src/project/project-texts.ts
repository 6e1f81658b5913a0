/** The compiler whose types the builder is tested with. */
export const typescriptVersion = "7.0.2";

/** The types of `process.env` and the like, which configurations use. */
export const nodeTypesVersion = "20.19.43";

interface Holder {
  /** The function of the configuration that makes such a target. */
  readonly call: string;
  /** The keys of its identifiers, and what they begin with. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** The code of its options. */
  readonly options?: string;
}

/** Holders of a project's policies, the most likely first. */
export const holders = {
  "cloud-endpoint": { call: "cloudEndpoint", identifiers: { endpoint: "ep" } },
  "agent-endpoint": {
    call: "policyFile",
    identifiers: {},
    options: '{ for: "agent-endpoint" }',
  },
  "tcp-edge": { call: "tcpEdge", identifiers: { edge: "edge" } },
  "https-route": { call: "httpsRoute", identifiers: { edge: "edge", route: "route" } },
} as const satisfies Readonly<Record<string, Holder>>;

/** The one target of a configuration. */
export interface ProjectTarget {
  /** The name, which its policy's file has too. */
  readonly name: string;
  readonly kind: keyof typeof holders;
  /** The policy's file, relative to the project. */
  readonly policyFile: string;
}

/**
 * The identifiers of a target by their keys.
 *
 * @param end - what they end with
 */
export function identifiersOf(
  kind: ProjectTarget["kind"],
  end: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(holders[kind].identifiers).map(([key, start]) => [key, `${start}_${end}`]),
  );
}

/**
 * The code of a target: `tcpEdge("edge_1", "./ssh.policy.ts")`.
 *
 * @param end - what its identifiers end with
 */
export function targetCode({ kind, policyFile }: Omit<ProjectTarget, "name">, end: string): string {
  const { call, options }: Holder = holders[kind];
  const texts = [...Object.values(identifiersOf(kind, end)), `./${policyFile}`];
  const values = [...texts.map((text) => JSON.stringify(text)), ...(options ? [options] : [])];
  return `${call}(${values.join(", ")})`;
}

/** A configuration with one target on an emulator. */
export function configurationText(target: ProjectTarget): string {
  const imported = ["defineConfig", holders[target.kind].call].toSorted();
  // Without it, the service answers in its version without cloud endpoints.
  const version =
    target.kind === "cloud-endpoint"
      ? ',\n  //   versionHeader: { name: "Ngrok-Version", value: "2" } }'
      : " }";
  return `import { ${imported.join(", ")} } from "traffic-policy";

export default defineConfig({
  // An emulator of the service on this machine, which needs no account and no key. For a real one:
  // service: { baseUrl: "https://api.example.com"${version}, and the key in TRAFFIC_POLICY_API_KEY.
  service: "emulator",
  targets: {
    ${target.name}: ${targetCode(target, "1")},
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
 * Returns the dependencies that a manifest needs.
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

/** The files to check in a project whose configuration is at its root. */
export const checkedFiles: readonly string[] = ["traffic-policy.config.ts", "policies"];

/**
 * Returns the text of a tsconfig file.
 *
 * @param mayBeEmpty - true when there may be no TypeScript yet; `references` then prevents an error
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

/**
 * The text of a `.gitignore` file: it excludes installed packages and the files that the command keeps between runs.
 */
export const gitignoreText = "node_modules/\n.traffic-policy/\n";
