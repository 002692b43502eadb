import { keepStream, type LiveState, type Subscription } from './keepStream.ts';
import { shareStream } from './shareStream.ts';

/** Opens a subscription that all tabs of this browser share. @returns a function that leaves it. */
export const openShared = <Data>(
  name: string,
  subscription: Subscription,
  tell: (state: LiveState<Data>) => void,
): (() => void) => shareStream<Data>(name, (listen) => keepStream<Data>(subscription, listen), tell);
