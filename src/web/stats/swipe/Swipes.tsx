import { useEffect, useLayoutEffect, useRef } from 'react';
import './swipe.css';

/** A finger that has moved less may still tap, or scroll the page. In pixels. */
const SLOP_PX = 10;
/** A shorter movement is no swipe, in pixels: at any speed, and a slow one. */
const LEAST_PX = 30;
const SLOW_PX = 80;
/** From this speed on, a short movement is a swipe. In pixels per millisecond. */
const FAST = 0.4;

/** The part of the finger's way that the content follows, with and without another period. */
const FOLLOWS = { step: 0.4, end: 0.12 };
/** How far beside its place new content starts, in pixels. */
const ENTERS_PX = 40;
const MOTION_MS = 200;

/** A step in time: back by a swipe to the right, on by one to the left. */
export type Step = -1 | 1;

interface Props {
  /** Returns the element around those with `data-swipe`. */
  frame: () => HTMLElement | null;
  /** Names the period that the page shows. The content of a new one comes in from the side. */
  shown: string | undefined;
  /** Whether there is a period in a direction. */
  canStep: (step: Step) => boolean;
  onStep: (step: Step) => void;
}

/** A finger on the page. */
interface Finger {
  id: number;
  x: number;
  y: number;
  time: number;
  isSideways: boolean;
  /** The elements that follow the finger. */
  moved: HTMLElement[];
}

/**
 * Steps from period to period by swipes over elements with `data-swipe`. Those with the value `moves` follow
 * the finger, unless the browser prefers reduced motion. Vertical movements scroll the page. Swipes over
 * things that scroll sideways, and in dialogs, are theirs. A component of its own, because only devices with
 * a touchscreen load it.
 */
export default function Swipes({ frame, shown, canStep, onStep }: Props) {
  const finger = useRef<Finger>(null);
  const entering = useRef<{ step: Step; moved: HTMLElement[] }>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content enters when another period is shown.
  useLayoutEffect(() => {
    const { step, moved } = entering.current ?? { step: 1, moved: [] };
    entering.current = null;
    for (const element of moved)
      move(element, { translate: `${step * ENTERS_PX}px`, opacity: 0.2 }, { translate: '0', opacity: 1 });
  }, [shown]);

  function onPointerDown(event: PointerEvent, element: HTMLElement) {
    if (event.pointerType !== 'touch') return;
    // Two fingers zoom.
    if (!event.isPrimary || !isSwipeable(event.target as Element, element)) return release();
    const { pointerId: id, clientX: x, clientY: y, timeStamp: time } = event;
    const moved = isStill() ? [] : [...element.querySelectorAll<HTMLElement>('[data-swipe=moves]')];
    finger.current = { id, x, y, time, moved, isSideways: false };
  }

  function onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
    const { current } = finger;
    if (current?.id !== pointerId) return;
    const [x, y] = [clientX - current.x, clientY - current.y];
    if (!current.isSideways) {
      if (Math.max(Math.abs(x), Math.abs(y)) < SLOP_PX) return;
      if (Math.abs(y) >= Math.abs(x)) return release();
      current.isSideways = true;
    }
    const follows = canStep(stepOf(x)) ? FOLLOWS.step : FOLLOWS.end;
    for (const { style } of current.moved) style.translate = `${x * follows}px`;
  }

  function onPointerUp({ pointerId, clientX, timeStamp }: PointerEvent) {
    const { current } = finger;
    if (current?.id !== pointerId) return;
    const x = clientX - current.x;
    const isSwipe =
      current.isSideways &&
      Math.abs(x) >= LEAST_PX &&
      (Math.abs(x) >= SLOW_PX || Math.abs(x) >= FAST * (timeStamp - current.time));
    release();
    const step = stepOf(x);
    if (!isSwipe || !canStep(step)) return;
    entering.current = { step, moved: current.moved };
    onStep(step);
  }

  /** Forgets the finger, and moves everything back to its place. */
  function release() {
    for (const element of finger.current?.moved ?? []) {
      const { translate } = element.style;
      element.style.translate = '';
      if (translate) move(element, { translate }, { translate: '0' });
    }
    finger.current = null;
  }
  useEffect(() => {
    const element = frame();
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', (event) => onPointerDown(event, element), { signal });
    element.addEventListener('pointermove', onPointerMove, { signal });
    element.addEventListener('pointerup', onPointerUp, { signal });
    element.addEventListener('pointercancel', release, { signal });
    return () => listening.abort();
  });
  return null;
}

const stepOf = (x: number): Step => (x < 0 ? 1 : -1);

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function move(element: HTMLElement, ...frames: Keyframe[]): void {
  for (const running of element.getAnimations()) running.cancel();
  element.animate(frames, { duration: MOTION_MS, easing: 'ease-out' });
}

/** Whether a swipe that starts on an element changes the period. */
function isSwipeable(target: Element, frame: Element): boolean {
  if (!target.closest('[data-swipe]') || target.closest('dialog, [role="dialog"]')) return false;
  for (let element: Element | null = target; element && element !== frame; element = element.parentElement) {
    const isWider = element.scrollWidth > element.clientWidth;
    if (isWider && /auto|scroll/.test(getComputedStyle(element).overflowX)) return false;
  }
  return true;
}
