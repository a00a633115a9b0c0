import { useTranslation } from 'react-i18next'
import type { SampleWire } from '#server/product/access/contract.ts'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Player } from '../../ui/player.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

/** The free sample, for anybody; its video address is signed for a day. Throws ApiError. */
export async function readSample(): Promise<SampleWire> {
  return (await api('GET /sample')).data
}

/** The sample in the panel of the dashboard's. */
export function DoorSample({ sample, onClose }: { sample: SampleWire; onClose(): void }) {
  const { t } = useTranslation('sign-in')
  return (
    <SidePanel open onClose={onClose} title={t('door.title')}>
      <Player {...sample} />
      <div className="mt-8 flex flex-col items-start gap-3 border-line border-t pt-6">
        <p className="max-w-[46ch] text-muted text-sm">{t('door.liked')}</p>
        <ButtonLink to={paths.register}>{t('door.create')}</ButtonLink>
      </div>
    </SidePanel>
  )
}
