import type { NamedService } from "../../service/named-service.ts";

/** A TCP edge as a target of a configuration. */
export interface EdgeTarget {
  readonly name: string;
  readonly edge: string;
  /** Relative to the configuration, with forward slashes. */
  readonly policy: string;
  readonly enabled: boolean;
}

/** The TypeScript of a configuration with these targets, formatted. */
export async function configurationText(
  service: NamedService,
  targets: readonly EdgeTarget[],
): Promise<string> {
  const lines = targets.map(({ name, edge, policy, enabled }) => {
    const options = enabled ? "" : ", { enabled: false }";
    return `${quoted(name)}: tcpEdge(${quoted(edge)}, ${quoted(`./${policy}`)}${options}),`;
  });
  return format(`import { defineConfig, tcpEdge } from "traffic-policy";

export default defineConfig({
service: ${quoted(service)},
targets: {
${lines.join("\n")}
},
});
`);
}

/** A value as TypeScript: as JSON, which is a part of it. */
function quoted(value: unknown): string {
  return JSON.stringify(value);
}

async function format(source: string): Promise<string> {
  const [prettier, typescript, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(source, {
    parser: "typescript",
    plugins: [typescript, estree],
    printWidth: 100,
  });
}
