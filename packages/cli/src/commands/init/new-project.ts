import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { type Files } from "@traffic-policy/project";
import { readJson } from "@traffic-policy/project/internal";
import { CommandError } from "../../context.ts";
import type { Template } from "./templates.ts";

export interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  readonly install: string;
  /** Installs exactly the versions of the lock file. */
  readonly installLocked: string;
  /** Runs a program of a package: `npx`. */
  readonly start: string;
  /** The lock file, relative to the root of the repository. */
  readonly lockFile: string;
  /** How CI calls the installed command: itself, because npx would take several times as long. */
  readonly command: string;
}

const managers: Readonly<
  Record<PackageManager["name"], Omit<PackageManager, "name" | "lockFile" | "command">>
> = {
  npm: { install: "npm install", installLocked: "npm ci", start: "npx" },
  pnpm: {
    install: "pnpm install",
    installLocked: "pnpm install --frozen-lockfile",
    start: "pnpm exec",
  },
  yarn: { install: "yarn install", installLocked: "yarn install --immutable", start: "yarn" },
  bun: { install: "bun install", installLocked: "bun install --frozen-lockfile", start: "bunx" },
};

const lockFiles: Readonly<Record<string, PackageManager["name"]>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
};

function lockFileOf(name: PackageManager["name"]): string {
  return Object.entries(lockFiles).find(([, manager]) => manager === name)?.[0] ?? "";
}

function slashed(path: string): string {
  return path.replaceAll(sep, "/");
}

/** A read-only view of the folder in which `init` works. */
export class NewProject {
  /** Absolute path. The folder need not exist. */
  readonly folder: string;
  readonly files: Files;
  readonly template: Template;

  /** @throws CommandError when the path is a file */
  constructor(folder: string, files: Files, template: Template) {
    this.folder = folder;
    this.files = files;
    this.template = template;
    if (existsSync(folder) && !statSync(folder).isDirectory()) {
      throw new CommandError(`${files.nameOf(folder)} is a file.`, {
        help: "Name a folder; a missing one is created.",
      });
    }
  }

  text(path: string): string | undefined {
    return this.files.looseTextIfAny(join(this.folder, path));
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  firstOf(paths: readonly string[]): string | undefined {
    return paths.find((path) => this.has(path));
  }

  get manifest(): Manifest | undefined {
    if (!this.has("package.json")) return undefined;
    const file = join(this.folder, "package.json");
    const { document } = readJson(file, this.files);
    if (typeof document === "object" && document !== null && !Array.isArray(document)) {
      return document as Manifest;
    }
    throw new CommandError(`${this.files.nameOf(file)}: It is not an object.`);
  }

  dependsOn(name: string): boolean {
    const { manifest = {} } = this;
    return dependencyKeys.some((key) => manifest[key]?.[name] !== undefined);
  }

  get packageManager(): PackageManager {
    const said = this.manifest?.packageManager;
    const [named = ""] = typeof said === "string" ? said.split("@") : [];
    const locked = this.foldersUp
      .flatMap((folder) =>
        Object.entries(lockFiles).map(([file, name]) => ({ file: join(folder, file), name })),
      )
      .find(({ file }) => existsSync(file));
    const name = Object.hasOwn(managers, named)
      ? (named as PackageManager["name"])
      : (locked?.name ?? "npm");
    const own = join(this.folder, lockFileOf(name));
    const lockFile = locked?.name === name && this.holds(locked.file) ? locked.file : own;
    return {
      name,
      ...managers[name],
      lockFile: slashed(relative(this.repository ?? this.folder, lockFile)),
      command: this.commandOf(name, dirname(lockFile)),
    };
  }

  /** @param lockFolder - the root of the workspace: npm and Bun put the programs of its packages there */
  private commandOf(name: PackageManager["name"], lockFolder: string): string {
    // Yarn may install without node_modules.
    if (name === "yarn") return "yarn traffic-policy";
    const place = name === "pnpm" ? this.folder : lockFolder;
    return slashed(relative(this.folder, join(place, "node_modules/.bin/traffic-policy")));
  }

  private holds(file: string): boolean {
    const path = relative(this.repository ?? this.folder, file);
    return !isAbsolute(path) && path.split(sep)[0] !== "..";
  }

  get repository(): string | undefined {
    return this.foldersUp.find((folder) => existsSync(join(folder, ".git")));
  }

  /** The folder, relative to the repository's root, with forward slashes; `.` for the root. */
  get placeInRepository(): string {
    return slashed(relative(this.repository ?? this.folder, this.folder)) || ".";
  }

  private get foldersUp(): string[] {
    const folders = [this.folder];
    for (let at = this.folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
    return folders;
  }
}

export interface Manifest {
  readonly packageManager?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

const dependencyKeys = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
] as const;
