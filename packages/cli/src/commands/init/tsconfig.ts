import type { Project } from "./project.ts";
import type { Step } from "./step.ts";

/**
 * The folder whose tsconfig.json checks the policies. One that was there before may be made for
 * something else altogether, so the policies then have their own beside them.
 */
export function placeOfTypes(project: Project): "." | "policies" {
  const there = project.text("tsconfig.json");
  return there === undefined || there.includes("traffic-policy.config") ? "." : "policies";
}

/** The settings by which an editor and `tsc` check policies and the configuration. */
export function tsconfigStep(project: Project): Step {
  const isTop = placeOfTypes(project) === ".";
  const path = isTop ? "tsconfig.json" : "policies/tsconfig.json";
  if (project.has(path)) return { path, what: "keep" };
  const include = isTop
    ? ["traffic-policy.config.ts", "policies"]
    : [".", "../traffic-policy.config.ts"];
  return { path, what: "write", text: tsconfig(include) };
}

function tsconfig(include: readonly string[]): string {
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
  "include": [${include.map((path) => JSON.stringify(path)).join(", ")}]
}
`;
}
