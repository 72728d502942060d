import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconEyeOff,
  IconFilePlus,
  IconHash,
  IconHandStop,
  IconPlayerTrackNext,
  IconPrinter,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { TimelineEvent } from '../invoice-queries.ts';

type Kind = TimelineEvent['kind'];

const looks: Readonly<Record<Kind, { color: string; Sign: Icon }>> = {
  created: { color: 'gray', Sign: IconFilePlus },
  'number-given': { color: 'gray', Sign: IconHash },
  'number-freed': { color: 'gray', Sign: IconHandStop },
  'message-sent': { color: 'blue', Sign: IconSend },
  'message-registered': { color: 'green', Sign: IconCircleCheck },
  'message-refused': { color: 'red', Sign: IconX },
  'message-unanswered': { color: 'yellow', Sign: IconAlertTriangle },
  'handed-out-offline': { color: 'yellow', Sign: IconClock },
  fiscalized: { color: 'green', Sign: IconCircleCheck },
  failed: { color: 'red', Sign: IconX },
  printed: { color: 'pine', Sign: IconPrinter },
  retried: { color: 'blue', Sign: IconRefresh },
  dismissed: { color: 'gray', Sign: IconEyeOff },
  'brought-forward': { color: 'blue', Sign: IconPlayerTrackNext },
  other: { color: 'gray', Sign: IconCircleDashed },
};

/** The sign beside a line of the timeline; its words say the same. */
export function lookOf(kind: Kind): { color: string; Sign: Icon } {
  return looks[kind];
}
