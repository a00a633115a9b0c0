import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'

const KEYS = [
  { keys: ['/'], text: 'search' },
  { keys: ['j'], text: 'down' },
  { keys: ['k'], text: 'up' },
  { keys: ['Enter'], text: 'open' },
  { keys: ['Ctrl', 'K'], text: 'palette' },
  { keys: ['?'], text: 'help' },
] as const

/** What the keys do. */
export function KeysModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('back-office')
  return (
    <Modal open={open} onClose={onClose} title={t('keys.title')}>
      <dl className="divide-y divide-line border-line border-y">
        {KEYS.map(({ keys, text }) => (
          <div key={text} className="flex min-h-11 items-center justify-between gap-4 py-1">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="figures rounded-control border border-edge px-2 py-0.5 text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-right text-sm">{t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
