import { useTranslation } from 'react-i18next'
import { pictureSources } from './picture-sources.ts'
import { Ring, type RingTone } from './ring.tsx'
import { RING_BOX, sleevePath } from './ring-geometry.ts'

type CoverProps = {
  src: string
  author: string
  projectName: string
  /** Draws the ring over the cover, like a record in its sleeve; null leaves the cover as it is. */
  ring?: { share: number; tone: RingTone } | null
  /** The cover's own colour, shown until the picture has loaded. */
  tint?: string | null
  /** Darkened: the access is over. */
  dark?: boolean
  /** Beside the project's name a cover adds nothing for screen readers. */
  decorative?: boolean
  eager?: boolean
  /** Its width for the `sizes` attribute; for a cover that is not eager the browser measures it. */
  sizes?: string
  className?: string
}

/** In a grid: two side by side on a phone, up to four on a desktop. */
const SIZES = '(min-width: 64rem) 17rem, (min-width: 40rem) 33vw, 50vw'

/** A square cover. With a ring, everything outside the ring is in shadow. */
export function Cover(props: CoverProps) {
  const { t } = useTranslation()
  const {
    src,
    author,
    projectName,
    ring,
    dark = false,
    decorative = false,
    eager = false,
    sizes = SIZES,
  } = props
  return (
    <div
      style={props.tint ? { backgroundColor: props.tint } : undefined}
      className={`on-cover relative aspect-square overflow-hidden rounded-cover bg-raised text-text ${props.className ?? ''}`}
    >
      <img
        src={src}
        srcSet={pictureSources(src)}
        sizes={eager ? sizes : `auto, ${sizes}`}
        alt={decorative ? '' : t('coverOf', { projectName, author })}
        width={600}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
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
