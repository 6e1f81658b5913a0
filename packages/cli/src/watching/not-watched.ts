import { CommandError } from "../command-error.ts";
import { relativePath } from "../relative-path.ts";

/**
 * What is said of a folder that cannot be watched.
 *
 * @param folder - absolute path
 * @param code - why, in the system's word: `ENOSPC`
 */
export function notWatched(folder: string, code: string): CommandError {
  const message = `${relativePath(folder)}: The folder cannot be watched (${code}): changes in it are not seen.`;
  const help =
    code === "ENOSPC" || code === "EMFILE"
      ? "Raise the number of folders that the system watches: fs.inotify.max_user_watches, and max_user_instances."
      : undefined;
  return new CommandError(message, { help });
}
