/** Where the map of the world lies (scripts/build-web.ts). */
declare const WORLD_URL: string;
