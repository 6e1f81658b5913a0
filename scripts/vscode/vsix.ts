import { zipSync, strToU8, type Zippable } from "fflate";
import { escapedXml } from "../picture/escaped-xml.ts";
import type { ExtensionFiles, ExtensionManifest } from "./extension-files.ts";

/**
 * The archive that VS Code installs: a zip of the extension with a manifest for the marketplace and the types of
 * its files. The same files make the same archive.
 */
export function vsix({ manifest, files }: ExtensionFiles): Uint8Array {
  const entries: Zippable = {
    "extension.vsixmanifest": strToU8(vsixManifest(manifest)),
    "[Content_Types].xml": strToU8(contentTypes([...files.keys()])),
  };
  for (const [path, content] of files) {
    entries[`extension/${path}`] = typeof content === "string" ? strToU8(content) : content;
  }
  // The first time that a zip can say, in the zone of whoever packs.
  return zipSync(entries, { level: 9, mtime: new Date(1980, 0, 1) });
}

function vsixManifest(manifest: ExtensionManifest): string {
  const { name, displayName, version, publisher, description } = manifest;
  const { keywords, categories, engines, extensionKind, icon } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${escapedXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapedXml(description)}</Description>
    <Tags>${escapedXml(keywords.join(","))}</Tags>
    <Categories>${escapedXml(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escapedXml(engines.vscode)}" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${extensionKind.join(",")}" />
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escapedXml(icon)}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Changelog" Path="extension/CHANGELOG.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${escapedXml(icon)}" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
`;
}

const types: Readonly<Record<string, string>> = {
  cjs: "application/javascript",
  json: "application/json",
  md: "text/markdown",
  png: "image/png",
  txt: "text/plain",
  vsixmanifest: "text/xml",
};

function contentTypes(paths: readonly string[]): string {
  const extensions = new Set(
    ["extension.vsixmanifest", ...paths].map((path) => path.slice(path.lastIndexOf(".") + 1)),
  );
  const defaults = [...extensions].toSorted().map((extension) => {
    const type = types[extension];
    if (type === undefined) throw new Error(`Files .${extension} have no type.`);
    return `  <Default Extension=".${extension}" ContentType="${type}" />\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${defaults.join("")}</Types>
`;
}
