import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { Figures } from "./figures.ts";
import { Playground } from "./playground.ts";
import "./site.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Playground", Playground);
    app.component("BenchmarkFigures", Figures);
  },
} satisfies Theme;
