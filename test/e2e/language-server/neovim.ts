import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** An editor that can be started. */
interface Neovim {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

const cache = fileURLToPath(new URL("../../../node_modules/.cache/neovim/", import.meta.url));

/** The Neovim that is installed, or one in the cache that is unpacked there first: for that nobody has to be root. */
export function neovim(): Neovim {
  if (spawnSync("nvim", ["--version"]).status === 0) return { program: "nvim", env: {} };
  const program = join(cache, "usr/bin/nvim");
  if (!existsSync(program)) unpack();
  const libraries = ["usr/lib", "lib"].flatMap((folder) => {
    const path = join(cache, folder);
    if (!existsSync(path)) return [];
    return [path, ...readdirSync(path).map((name) => join(path, name))];
  });
  return {
    program,
    env: {
      LD_LIBRARY_PATH: libraries.join(":"),
      VIMRUNTIME: join(cache, "usr/share/nvim/runtime"),
    },
  };
}

/** Downloads the packages of the distribution, and unpacks them into the cache. */
function unpack(): void {
  mkdirSync(cache, { recursive: true });
  const only = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
  const options = ["--recurse", ...only.map((kind) => `--no-${kind}`)];
  // A fresh machine may not know yet which packages there are.
  if (spawnSync("apt-cache", ["show", "neovim"]).status !== 0) execFileSync("apt-get", ["update"]);
  const depends = execFileSync("apt-cache", ["depends", ...options, "neovim"], {
    encoding: "utf8",
  });
  // What every system has stays as it is there.
  const names = depends.match(/^(?:neovim|lib|lua)\S*$/gm) ?? [];
  const wanted = names.filter((name) => !/^lib(?:c6|gcc|crypt|stdc)/.test(name));
  const download = ["download", ...new Set(wanted)];
  if (spawnSync("apt-get", download, { cwd: cache }).status !== 0) {
    execFileSync("apt-get", ["update"]);
    execFileSync("apt-get", download, { cwd: cache });
  }
  for (const name of readdirSync(cache).filter((one) => one.endsWith(".deb"))) {
    execFileSync("dpkg", ["-x", name, "."], { cwd: cache });
  }
}
