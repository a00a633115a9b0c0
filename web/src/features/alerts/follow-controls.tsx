import { useTranslation } from 'react-i18next'
import type { PublicProjectWire } from '#server/product/projects/wire.ts'
import { ArtistToggle } from './artist-toggle.tsx'
import { BelowField } from './below-field.tsx'
import { Toggle } from './toggle.tsx'
import { useFollowing } from './use-following.ts'

/** Follow the artist, and be told about this work; at auction also when it can be had for an amount of one's own. */
export function FollowControls({ project }: { project: PublicProjectWire }) {
  const { t } = useTranslation('alerts')
  const { uid, projectName, author, phase } = project
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
      {phase === 'auction' && known.watches && (
        <BelowField
          below={known.below}
          busy={change.isPending}
          onSave={async (below) => {
            await change.mutateAsync({ below })
          }}
        />
      )}
    </div>
  )
}
