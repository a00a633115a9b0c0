import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANNOUNCEMENT_MAX } from '#domain/alert.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { api } from '../../lib/api.ts'
import { useDraftedText } from '../../lib/draft.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { wordsFault } from '../../lib/words-fault.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { useStudioAction } from './use-studio-action.ts'

/** A word to everybody who follows the artist, once a day, and those of before. */
export function Announcements({ studio: { mayAnnounce, announcements } }: { studio: StudioWire }) {
  const { t } = useTranslation(['studio', 'common'])
  const { profile } = useSignedIn()
  const { text, write, settle } = useDraftedText(`words-${profile.uid}`)
  const send = useStudioAction(
    () => api('POST /studio/announcements', { body: { text: text.trim() } }),
    t('words.sent'),
    () => settle(''),
  )
  const fault = wordsFault(text)
  const [asking, ask] = useState(false)
  function confirm() {
    ask(false)
    if (!send.isPending) send.mutate(undefined)
  }
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      {mayAnnounce ? (
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '' && !fault) ask(true)
          }}
        >
          <TextAreaField
            label={t('words.label')}
            hint={t('words.hint', { count: ANNOUNCEMENT_MAX })}
            maxLength={ANNOUNCEMENT_MAX}
            error={fault}
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="figures text-muted text-sm">
              {t('words.left', { count: ANNOUNCEMENT_MAX - text.length })}
            </span>
            <Button type="submit" busy={send.isPending} disabled={text.trim() === ''}>
              {t('words.send')}
            </Button>
          </div>
        </form>
      ) : (
        <p className="text-muted">{t('words.today')}</p>
      )}
      <Modal open={asking} onClose={() => ask(false)} title={t('words.confirm.title')}>
        <p className="whitespace-pre-line break-words border-accent border-l-2 pl-4">{text.trim()}</p>
        <p className="mt-4 text-muted">{t('words.confirm.text')}</p>
        <ModalActions>
          <Button onClick={confirm}>{t('words.confirm.send')}</Button>
          <Button look="quiet" onClick={() => ask(false)}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </Modal>
      {announcements.length > 0 && <Past announcements={announcements} />}
    </div>
  )
}

function Past({ announcements }: Pick<StudioWire, 'announcements'>) {
  const { t } = useTranslation('studio')
  return (
    <section>
      <h2 className="section-title mb-3">{t('words.past')}</h2>
      <ul className="divide-y divide-line border-line border-y">
        {announcements.map(({ text: said, at }) => (
          <li key={at} className="py-3">
            <p className="whitespace-pre-line break-words">{said}</p>
            <p className="figures mt-1 text-muted text-xs">{formatDateTime(at, currentLanguage())}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
