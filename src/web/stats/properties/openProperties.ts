import { createContext, useContext } from 'react';

/** Whose properties are shown: those of an event; `null` for pageviews, `undefined` for whatever has some. */
export interface PropertyOwner {
  event: string | null | undefined;
}

export type OpenProperties = (owner: PropertyOwner) => void;

/** Opens the dialog with properties; null for viewers who may not see them. */
export const PropertiesOpening = createContext<OpenProperties | null>(null);

export const useOpenProperties = (): OpenProperties | null => useContext(PropertiesOpening);
