import type { NewProject } from "./new-project.ts";

/** The commands whose exit status says in CI whether the policies are right. */
export function checksOf(project: NewProject, tests: boolean, format = ""): string[] {
  const { name, command } = project.packageManager;
  return [
    `${command} lint .${format}`,
    ...(tests ? [`${command} test${format}`] : []),
    `${name} run policies:types`,
  ];
}

/** Writes a report for CI: findings fail in {@link checksOf}, which print them. */
export function reportLine(command: string, file: string): string {
  return `${command} > ${file} || true`;
}
