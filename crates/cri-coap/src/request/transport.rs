//! The variants of CoAP, and their schemes: Table 1 of section 8.1 (RFC 7252 section 6, RFC 8323 section 8).

use cri_core::Revision;

/// Defines the variants: scheme name, scheme numbers in draft-16 and in RFC 9988, and default port.
macro_rules! transports {
    ($($(#[$about:meta])* $Variant:ident = $name:literal, $draft_16:literal or $rfc_9988:literal, $port:literal;)*) => {
        /// A variant of CoAP. Each has a scheme and a default port.
        ///
        /// ```
        /// use cri_coap::Transport;
        ///
        /// assert_eq!((Transport::Coaps.name(), Transport::Coaps.default_port()), ("coaps", 5684));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Transport {
            $($(#[$about])* $Variant,)*
        }

        impl Transport {
            /// All six transports, in the order of Table 1 (section 8.1).
            pub const ALL: [Self; 6] = [$(Self::$Variant),*];

            /// The variant of a scheme number in `revision`.
            #[must_use]
            pub const fn from_number(number: u64, revision: Revision) -> Option<Self> {
                Some(match revision {
                    Revision::Draft16 => match number {
                        $($draft_16 => Self::$Variant,)*
                        _ => return None,
                    },
                    Revision::Rfc9988 => match number {
                        $($rfc_9988 => Self::$Variant,)*
                        _ => return None,
                    },
                })
            }

            /// The scheme number in `revision`.
            #[must_use]
            pub const fn number(self, revision: Revision) -> u64 {
                match (self, revision) {
                    $((Self::$Variant, Revision::Draft16) => $draft_16,
                    (Self::$Variant, Revision::Rfc9988) => $rfc_9988,)*
                }
            }

            /// The scheme name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }

            /// The default port of the scheme.
            #[must_use]
            pub const fn default_port(self) -> u16 {
                match self {
                    $(Self::$Variant => $port,)*
                }
            }

            /// The default port in network byte order.
            pub(crate) fn default_port_bytes(self) -> &'static [u8; 2] {
                const PORTS: [[u8; 2]; 6] = [$(u16::to_be_bytes($port)),*];
                PORTS.get(self as usize).unwrap_or(&[0; 2])
            }
        }
    };
}

transports! {
    /// `coap`: over UDP.
    Coap = "coap", 0 or 0, 5683;
    /// `coaps`: over DTLS.
    Coaps = "coaps", 1 or 1, 5684;
    /// `coap+tcp`: over TCP.
    CoapTcp = "coap+tcp", 6 or 6, 5683;
    /// `coaps+tcp`: over TLS.
    CoapsTcp = "coaps+tcp", 7 or 7, 5684;
    /// `coap+ws`: over web sockets.
    CoapWs = "coap+ws", 8 or 24, 80;
    /// `coaps+ws`: over web sockets with TLS.
    CoapsWs = "coaps+ws", 9 or 25, 443;
}

impl Transport {
    /// The variant of a scheme name in lower case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: D16-8.1-01
    #[test]
    fn numbers_are_those_of_table_1() {
        let numbers = |revision| Transport::ALL.map(|transport| transport.number(revision));
        assert_eq!(numbers(Revision::Draft16), [0, 1, 6, 7, 8, 9]);
        assert_eq!(numbers(Revision::Rfc9988), [0, 1, 6, 7, 24, 25]);
        for revision in Revision::ALL {
            for transport in Transport::ALL {
                assert_eq!(
                    Transport::from_number(transport.number(revision), revision),
                    Some(transport)
                );
                assert_eq!(Transport::from_name(transport.name()), Some(transport));
            }
            assert_eq!(
                (0..=1000)
                    .filter(|&number| Transport::from_number(number, revision).is_some())
                    .count(),
                6
            );
        }
    }
}
