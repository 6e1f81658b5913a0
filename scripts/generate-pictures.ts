// Draws the pictures of terminals and editors again, from what the built command prints and from the screen of Neovim.
import { filledEditorPictures } from "./generate/editor-pictures.ts";
import { filledPictures } from "./generate/pictures.ts";
import { writeFiles } from "./generate/write-files.ts";

writeFiles(await filledPictures());
writeFiles(await filledEditorPictures());
