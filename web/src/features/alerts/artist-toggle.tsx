import { useTranslation } from 'react-i18next'
import { Toggle } from './toggle.tsx'
import type { useFollowing } from './use-following.ts'

type Following = ReturnType<typeof useFollowing>
type ArtistToggleProps = {
  author: string
  known: NonNullable<Following['known']>
  change: Following['change']
}

/** Follows an artist, or does so no longer. */
export function ArtistToggle({ author, known, change }: ArtistToggleProps) {
  const { t } = useTranslation('alerts')
  return (
    <Toggle
      on={known.follows}
      label={t('followLabel', { author })}
      icon="person"
      text={t(known.follows ? 'follows' : 'follow')}
      busy={change.isPending}
      onPress={() => change.mutate({ follows: !known.follows })}
    />
  )
}
