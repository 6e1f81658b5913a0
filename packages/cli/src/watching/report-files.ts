import { findConfiguration } from "@traffic-policy/project";
import { loadedFiles, rememberLoadedModules } from "@traffic-policy/project/internal";

export interface WatchedFiles {
  /** Absolute paths of all files that the result depends on. */
  readonly files: readonly string[];
}

export async function reportFiles<T>(
  folder: string,
  work: (note: (files: readonly string[]) => void) => Promise<T>,
): Promise<T> {
  const files = new Set<string>();
  const configuration = findConfiguration(folder);
  if (configuration !== undefined) files.add(configuration);
  rememberLoadedModules();
  try {
    return await work((named) => {
      for (const file of named) files.add(file);
    });
  } finally {
    for (const file of loadedFiles()) files.add(file);
    const message: WatchedFiles = { files: [...files] };
    await new Promise<void>((sent) => process.send?.(message, () => sent()) ?? sent());
  }
}
