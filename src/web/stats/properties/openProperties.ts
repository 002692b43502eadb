import { createContext, useContext } from 'react';

/** The event whose properties are shown; `null` for pageviews, `undefined` for the first event with some. */
export interface PropertyOwner {
  event: string | null | undefined;
}

export type OpenProperties = (owner: PropertyOwner) => void;

/** Opens the properties dialog; null if the viewer may not see properties. */
export const PropertiesOpening = createContext<OpenProperties | null>(null);

export const useOpenProperties = (): OpenProperties | null => useContext(PropertiesOpening);
