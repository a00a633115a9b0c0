import { Icon } from '../../../ui/icon.tsx'
import { EdgeRing, type RingTone } from '../../../ui/ring.tsx'

export type OnboardingStep = 'welcome' | 'listen' | 'firstLot' | 'auction' | 'winning' | 'shelf'

/** One picture for each step, made of the product's own signs: a cover, the ring around it, units, bids. */
export function OnboardingPicture({ step }: { step: OnboardingStep }) {
  return (
    <div key={step} aria-hidden="true" className="grid h-44 w-full animate-fade place-items-center">
      {PICTURES[step]}
    </div>
  )
}

/** A cover of our own: the sun of an hour. */
function Sun({ className = '' }: { className?: string }) {
  return (
    <span className={`onboarding-sun block aspect-square rounded-cover ${className}`}>
      <span className="absolute inset-[30%] rounded-full bg-text" />
    </span>
  )
}

function Ringed({ share, tone, closing = false }: { share: number; tone: RingTone; closing?: boolean }) {
  return (
    <span className="relative block w-32">
      <Sun className="relative w-full" />
      <EdgeRing share={share} tone={tone} closing={closing} />
    </span>
  )
}

const COVERS = ['onboarding-sun', 'bg-edge', 'bg-accent']
const UNITS = ['a', 'b', 'c', 'd', 'e', 'f']
const SOLD = 4
const BIDS = ['h-10', 'h-16', 'h-24', 'h-32']

const PICTURES = {
  welcome: <Ringed share={1} tone="accent" closing />,
  listen: (
    <span className="flex gap-4">
      {COVERS.map((look) => (
        <span key={look} className={`relative block size-20 rounded-cover ${look}`}>
          <Icon name="play" className="absolute inset-0 m-auto size-7 text-ink" />
        </span>
      ))}
    </span>
  ),
  firstLot: (
    <span className="grid grid-cols-3 gap-3">
      {UNITS.map((unit, index) => (
        <span
          key={unit}
          className={`block size-14 rounded-thumb ${index < SOLD ? 'bg-accent' : 'border-2 border-edge border-dashed'}`}
        />
      ))}
    </span>
  ),
  auction: (
    <span className="flex items-end gap-4">
      {BIDS.map((height, index) => (
        <span
          key={height}
          className={`block w-10 rounded-thumb ${height} ${index === BIDS.length - 1 ? 'bg-gold' : 'bg-edge'}`}
        />
      ))}
    </span>
  ),
  winning: <Ringed share={1} tone="gold" closing />,
  shelf: <Ringed share={0.62} tone="live" />,
} satisfies Record<OnboardingStep, unknown>
