/** URL of the world map (scripts/build-web.ts). */
declare const WORLD_URL: string;
