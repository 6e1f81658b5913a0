import { readdirSync } from "node:fs";
import { root } from "./root.ts";

/** The hand-written TypeScript files below a folder, without their ending, sorted: `deny`. */
export function folderFiles(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".generated.ts"))
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
}

/** The default exports of those files, by the file's name. */
export async function folderDefaults<T>(folder: string): Promise<Map<string, T>> {
  const entries = folderFiles(folder).map(async (file): Promise<[string, T]> => {
    const module = (await import(new URL(`${folder}/${file}.ts`, root).href)) as { default: T };
    return [file, module.default];
  });
  return new Map(await Promise.all(entries));
}
