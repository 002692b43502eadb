/**
 * Stands for a dialog while its code is loading: what a person types meanwhile is meant for the dialog, so it
 * is no shortcut (useShortcuts.ts).
 */
export const Opening = () => <span data-opening hidden />;
