import { useTranslation } from 'react-i18next'
import { Ring, type RingTone } from './ring.tsx'
import { RING_BOX, sleevePath } from './ring-geometry.ts'

type CoverProps = {
  src: string
  author: string
  projectName: string
  /** Draws the ring over the cover, like a record in its sleeve; null leaves the cover as it is. */
  ring?: { share: number; tone: RingTone } | null
  /** No more light: the access is over. */
  dark?: boolean
  /** Beside its own name a cover adds nothing for whoever cannot see it. */
  decorative?: boolean
  eager?: boolean
  className?: string
}

/** A square cover. With a ring, the square outside the ring is in shadow and the light is inside. */
export function Cover(props: CoverProps) {
  const { t } = useTranslation()
  const { src, author, projectName, ring, dark = false, decorative = false, eager = false } = props
  return (
    <div
      className={`on-cover relative aspect-square overflow-hidden rounded-cover bg-raised text-text ${props.className ?? ''}`}
    >
      <img
        src={src}
        alt={decorative ? '' : t('coverOf', { projectName, author })}
        width={600}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className={`size-full object-cover transition duration-250 ${dark ? 'brightness-[.28] saturate-50' : ''}`}
      />
      {ring && (
        <>
          <svg
            viewBox={`0 0 ${RING_BOX} ${RING_BOX}`}
            className="absolute inset-0 fill-shade/70"
            aria-hidden="true"
          >
            <path d={sleevePath(43)} fillRule="evenodd" />
          </svg>
          <Ring
            share={ring.share}
            tone={ring.tone}
            stroke={2.6}
            className="absolute inset-[5.6%] text-white"
          />
        </>
      )}
    </div>
  )
}
