import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { AtWork } from "./at-work.ts";
import { Figures } from "./figures.ts";
import { RuleFilters } from "./rule-filters.ts";
import { Playground } from "./playground.ts";
import "./site.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("PolicyAtWork", AtWork);
    app.component("Playground", Playground);
    app.component("RuleFilters", RuleFilters);
    app.component("BenchmarkFigures", Figures);
  },
} satisfies Theme;
