//! The fields that the vectors of all families have.

/// Defines the vector of a family, with the fields that all vectors have. `testvectors/AUTHORS.md` explains the others.
/// Fields of one type stand together, unless they have attributes.
macro_rules! family {
    ($(#[$about:meta])* pub struct $Name:ident {
        $($(#[$attribute:meta])* pub $member:ident $(, $more:ident)*: $Type:ty,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "testvectors/AUTHORS.md explains the fields of each family")]
        pub struct $Name {
            /// Unique name.
            pub id: String,
            /// Rows of `requirements.csv`.
            pub shows: Vec<String>,
            /// The reason, where the result may surprise.
            pub note: Option<String>,
            /// Other answers that conform.
            #[serde(default)]
            pub alternatives: $crate::terms::Alternatives,
            $($(#[$attribute])* pub $member: $Type, $(pub $more: $Type,)*)*
        }
    };
}
