import { Dialog } from '../../shared/Dialog.tsx';
import './shortcutsDialog.css';

const SHORTCUTS: readonly (readonly [
  title: string,
  keys: readonly (readonly [key: string, does: string])[],
])[] = [
  [
    'Days shown',
    [
      ['D', 'Today'],
      ['E', 'Yesterday'],
      ['W', 'Last 7 days'],
      ['T', 'Last 30 days'],
      ['M', 'This month'],
      ['P', 'Last month'],
      ['Y', 'Last 12 months'],
      ['A', 'All time'],
      ['←', 'Previous period'],
      ['→', 'Next period'],
    ],
  ],
  [
    'Page',
    [
      ['C', 'Compare with another period'],
      ['/', 'Add a filter'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close a menu or dialog'],
    ],
  ],
];

/** A dialog with all keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcuts">
        {SHORTCUTS.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
