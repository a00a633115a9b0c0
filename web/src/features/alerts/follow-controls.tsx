import { useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { WORK_TOPICS, type WorkTopic } from '#domain/alert.ts'
import { formatBRL } from '#domain/money.ts'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure, Disclosures } from '../../ui/disclosure.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { ArtistToggle } from './artist-toggle.tsx'
import { Toggle } from './toggle.tsx'
import { useFollowing } from './use-following.ts'

type FollowControlsProps = {
  project: Pick<PublicProjectWire, 'uid' | 'projectName' | 'author' | 'phase' | 'fiatPrice'>
}

/**
 * Follow the artist, and be told about this work; at auction also when it can be had for an amount of one's own; each
 * kind can be switched off for this work alone.
 */
export function FollowControls({ project }: FollowControlsProps) {
  const { t } = useTranslation('alerts')
  const { uid, projectName, author, phase, fiatPrice } = project
  const { known, change } = useFollowing(uid)
  if (!known || phase === 'closed') return null
  return (
    <div className="mt-6 flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <ArtistToggle author={author} known={known} change={change} />
        <Toggle
          on={known.watches}
          label={t('watchLabel', { projectName })}
          icon="bell"
          text={t(known.watches ? 'watches' : 'watch')}
          busy={change.isPending}
          onPress={() => change.mutate({ watches: !known.watches })}
        />
      </div>
      {(known.follows || known.watches) && (
        <OfThisWork muted={known.muted} onMute={(muted) => change.mutate({ muted })} />
      )}
      {phase === 'auction' && known.watches && (
        <BelowField
          below={known.below}
          least={fiatPrice}
          busy={change.isPending}
          onSave={async (below) => {
            await change.mutateAsync({ below })
          }}
        />
      )}
    </div>
  )
}

type OfThisWorkProps = { muted: readonly WorkTopic[]; onMute(muted: WorkTopic[]): void }

/** Which kinds of news are wanted of this work; how they come is chosen for all of a kind (`alerts-screen.tsx`). */
function OfThisWork({ muted, onMute }: OfThisWorkProps) {
  const { t } = useTranslation('alerts')
  const others = (topic: WorkTopic) => muted.filter((one) => one !== topic)
  return (
    <Disclosures>
      <Disclosure title={t('ofThisWork')}>
        <div className="flex flex-col gap-2">
          {WORK_TOPICS.map((topic) => (
            <SwitchField
              key={topic}
              label={t(`workTopics.${topic}`)}
              checked={!muted.includes(topic)}
              onChange={(on) => onMute(on ? others(topic) : [...others(topic), topic])}
            />
          ))}
        </div>
      </Disclosure>
    </Disclosures>
  )
}

type BelowFieldProps = {
  below: number | null
  /** The lowest bid, in centavos: no unit goes for less. */
  least: number
  busy: boolean
  onSave(below: number | null): Promise<void>
}

/** The amount for which a unit may come; an empty field asks for nothing. */
function BelowField({ below, least, busy, onSave }: BelowFieldProps) {
  const { t } = useTranslation('alerts')
  const [amount, setAmount] = useState(below)
  const [isTried, setTried] = useState(false)
  const isTooLittle = amount !== null && amount < least

  async function save() {
    await onSave(amount)
    toast.success(amount === null ? t('belowGone') : t('saved', { amount: formatBRL(amount) }))
  }

  return (
    <form
      noValidate
      className="flex max-w-sm flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isTooLittle) return
        // A refusal has been shown.
        void save().catch(() => undefined)
      }}
    >
      <div className="min-w-40 flex-1">
        <MoneyField
          name="below"
          label={t('below')}
          hint={t('belowHint')}
          error={isTried && isTooLittle ? t('belowLeast', { amount: formatBRL(least) }) : undefined}
          value={amount}
          onChange={setAmount}
        />
      </div>
      <Button type="submit" look="secondary" busy={busy}>
        {t('save')}
      </Button>
    </form>
  )
}
